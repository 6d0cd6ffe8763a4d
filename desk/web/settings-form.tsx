import type * as v from "valibot";
import type { CommandData, DataOf } from "#contract/command-data.ts";
import type { shownSettings } from "#shop/catalogue/command-results.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { DescribedCommand } from "../calls.ts";
import { view } from "./desk-calls.ts";
import { RecentChanges } from "./recent-changes.tsx";
import { CommandForm, type CommandFormProps } from "./command-form.tsx";
import { FocusField } from "./focus-field.tsx";
import { useQueryValues } from "./router.ts";
import { SaveBox, useSaveBox } from "./save-box.tsx";
import { ScreenFrame, type ScreenFrameProps, Section, ViewState } from "./screen-parts.tsx";
import { toastDone } from "./toast-done.ts";
import { useCommand, useView } from "./use-view.ts";
import { type ChangeSubject, undoList } from "#contract/operator-results.ts";

type ShownSettings = DataOf<typeof shownSettings.rules>;

interface SettingsFrameProps extends Omit<ScreenFrameProps, "actions"> {
  about: ChangeSubject;
  /** The label of the open text. Changes of other texts are not listed. */
  openText?: string | undefined;
}

export function SettingsFrame({ about, openText, children, ...frame }: SettingsFrameProps) {
  const { data: changes = [] } = useView({ ...undoList, options: { about } });
  return (
    <ScreenFrame {...frame}>
      <SaveBox>{children}</SaveBox>
      <RecentChanges
        key={openText}
        changes={changes
          .filter(({ summary }) => openText === undefined || summary.includes(`“${openText}”`))
          .map(({ summary, ...change }) => ({ ...change, summary: summary.replaceAll(PART, "") }))}
      />
    </ScreenFrame>
  );
}

/** The words of a summary that repeat the title of the screen. */
const PART = /(?<=^|; )the (?:brand|rules|seller): /g;

type WithSamples = ShownSettings & { samples?: readonly string[] };

/** Omits sample values and invalid choices, so that their fields are empty and the owner must fill them in. */
const pickKnown = ({ options }: DescribedCommand, { values, samples = [] }: WithSamples) =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const { choices, many } = options[name] ?? {};
      return !samples.includes(name) && (!choices || many || choices.includes(value));
    }),
  );

interface SettingsFormProps<Schema extends v.GenericSchema<unknown, ShownSettings>> {
  of: CommandData<Schema>;
  title: string;
  /** The fields of this form. Other fields can be in other forms, because each form sends only what was changed. */
  names: readonly string[];
  actions?: (values: v.InferOutput<Schema>) => ReactNode;
  onValues?: CommandFormProps["onValues"];
  hints?: CommandFormProps["hints"];
}

/**
 * A form for settings. It shows changes from elsewhere, such as an undo, unless the user has typed something. A link
 * with `?field=pin` opens the screen with this field focused.
 */
export function SettingsForm<Schema extends v.GenericSchema<unknown, ShownSettings>>({
  of,
  title,
  names,
  actions,
  onValues,
  hints,
}: SettingsFormProps<Schema>) {
  const set = useCommand(of.noun);
  const { field } = useQueryValues();
  const { data, error, isLoading } = useView(of, { readAfter: "changes" });
  const [filledValues, setFilled] = useState<v.InferOutput<Schema> | null>(null);
  /** The revision before the last save, until the saved values are loaded. Otherwise null. */
  const [savedOver, setSavedOver] = useState<string | null>(null);
  /** The revision of this form's last save. Undefined once the saved values are filled in. */
  const [ownRevision, setOwnRevision] = useState<string>();
  const [isChanged, setChanged] = useState(false);
  useEffect(() => {
    if (!data) return;
    if (savedOver !== null && data.revision !== savedOver) {
      setOwnRevision(data.revision);
      setSavedOver(null);
    }
    if (filledValues !== null && (isChanged || data.revision === filledValues.revision)) return;
    setFilled(data);
    setOwnRevision(undefined);
  }, [data, filledValues, savedOver, isChanged]);
  /**
   * Returns the revision to send. If another form has changed the revision but no value of this form, the new revision
   * is sent, so that the shop does not refuse the values as outdated.
   */
  const findSeen = (shown: ShownSettings | undefined): string | undefined =>
    shown && names.every((name) => filledValues?.values[name] === shown.values[name])
      ? shown.revision
      : ownRevision;
  const saved = useSaveBox(title, isChanged, async (form, isNext) => {
    // If another section was saved just before, the values on the screen may be outdated.
    const shown = isNext
      ? await view<ShownSettings>({ noun: of.noun, verb: of.verb }).catch(() => undefined)
      : data;
    return form.save(findSeen(shown));
  });
  /** The newest loaded revision. A ref, because a save may have begun before it was loaded. */
  const lastRevision = useRef<string>(undefined);
  useEffect(() => {
    lastRevision.current = data?.revision;
  }, [data]);
  // The user's role may only read these settings.
  if (data && set?.reads === true) return null;
  if (!data || !filledValues || !set)
    return (
      <Section title={title}>
        <ViewState error={error} isLoading={isLoading} />
      </Section>
    );
  const { revision, samples }: WithSamples = filledValues;
  return (
    <Section title={title} actions={actions?.(data)}>
      <FocusField name={field}>
        <CommandForm
          key={revision}
          name={of.noun}
          known={pickKnown(set, filledValues)}
          groups={[{ title: "", names }]}
          expectedOf={() => revision}
          seen={findSeen(data)}
          label="Save"
          isQuiet
          hasSaveBar
          {...saved}
          onChanged={setChanged}
          onValues={onValues}
          hints={hints}
          marked={samples && { names: samples, text: "Still a sample" }}
          onDone={(reply) => {
            setSavedOver(lastRevision.current ?? data.revision);
            toastDone(reply, `${title}: saved.`);
          }}
        />
      </FocusField>
    </Section>
  );
}
