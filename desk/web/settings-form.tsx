import { type ReactNode, useEffect, useState } from "react";
import { toastSuccess } from "#ui/toast.ts";
import type { DescribedCommand } from "../calls.ts";
import { ChangedLately, type Change } from "./changed-lately.tsx";
import { CommandForm, type FieldGroup } from "./command-form.tsx";
import { ScreenFrame, Section, ViewState } from "./screen-parts.tsx";
import { useCommand, useView } from "./use-view.ts";

/** A group of settings in the result of its `show` command. */
export interface ShownSettings {
  values: Record<string, string>;
  revision: string;
}

/** A settings screen with its recent changes below. */
export function SettingsFrame({
  title,
  lead,
  children,
}: {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  const { data: changes = [] } = useView<Change[]>({
    noun: "undo",
    verb: "",
    options: { about: "home" },
  });
  return (
    <ScreenFrame title={title} lead={lead}>
      {children}
      <ChangedLately changes={changes.slice(0, SHOWN_CHANGES)} />
    </ScreenFrame>
  );
}

const SHOWN_CHANGES = 5;

/** Removes sample values that are not among the choices of their field, so that the owner must choose. */
const keepChoices = ({ options }: DescribedCommand, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const { choices, many } = options[name] ?? {};
      return !choices || many || choices.includes(value);
    }),
  );

interface SettingsFormProps<Shown extends ShownSettings> {
  /** The noun of the commands: `<noun> show` reads the values, `<noun> set` changes them. */
  noun: string;
  title: string;
  groups: readonly FieldGroup[];
  /** Content above the fields, and actions beside the title. */
  above?: (shown: Shown) => ReactNode;
  actions?: (shown: Shown) => ReactNode;
}

/** The values of a group in one form. It is reset after saving, but not while the user types. */
export function SettingsForm<Shown extends ShownSettings>({
  noun,
  title,
  groups,
  above,
  actions,
}: SettingsFormProps<Shown>) {
  const set = useCommand(noun, "set");
  const { data, error, isLoading } = useView<Shown>({ noun, verb: "show" }, { readAfter: "changes" });
  const [filled, setFilled] = useState<Shown | null>(null);
  const [isSaved, setSaved] = useState(false);
  useEffect(() => {
    if (data && (filled === null || (isSaved && data.revision !== filled.revision))) {
      setFilled(data);
      setSaved(false);
    }
  }, [data, filled, isSaved]);
  // Missing if the user may only read it.
  if (data && !set) return null;
  if (!data || !filled || !set)
    return (
      <Section title={title}>
        <ViewState error={error} isLoading={isLoading} />
      </Section>
    );
  const names = groups.flatMap((group) => group.names);
  return (
    <Section title={title} actions={actions?.(data)}>
      {above?.(data)}
      <CommandForm
        key={filled.revision}
        command={set}
        known={keepChoices(set, filled.values)}
        hidden={Object.keys(set.options).filter((name) => !names.includes(name))}
        groups={groups}
        expected={filled.revision}
        label="Save"
        isQuiet
        onDone={(done) => {
          setSaved(true);
          toastSuccess((done.outcome === "done" && done.result.message) || "Saved.");
        }}
      />
    </Section>
  );
}
