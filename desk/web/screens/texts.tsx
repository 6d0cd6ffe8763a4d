import { useEffect, useEffectEvent, useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatDateTime } from "#contract/dates.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { checkResult, undoList } from "#contract/operator-results.ts";
import { capitalise } from "#contract/text.ts";
import { mailList, mailWording } from "#shop/notifications/command-results.ts";
import { textList, textSource } from "#shop/texts/command-results.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Notice } from "#ui/notice.tsx";
import { CommandButton } from "../command-button.tsx";
import { CommandForm } from "../command-form.tsx";
import type { FinishedRun } from "../desk-calls.ts";
import { EditedText } from "../edited-text.ts";
import { getTextGroup, labelText, textGroups } from "#shop/texts/labels.ts";
import { ListFilter, useListQuery } from "../list-filter.tsx";
import { MarkdownField } from "../markdown-field.tsx";
import { NamedButton } from "../named-button.tsx";
import { PagePreview } from "../page-preview.tsx";
import { useQueryValues } from "../router.ts";
import { Acts, Entries, Entry, Section, Small, ViewState } from "../screen-parts.tsx";
import { SettingsFrame } from "../settings-form.tsx";
import { toastDone } from "../toast-done.ts";
import { refreshChecks, useView } from "../use-view.ts";
import styles from "./texts.module.css";

type ShownTexts = DataOf<typeof textList>;

const isMail = (name: string): boolean => name.startsWith("mails/");

export default function TextsScreen() {
  const { text } = useQueryValues();
  const { data, error, isLoading, refetch } = useView(textList);
  const { data: mails = [] } = useView({ ...mailList, options: { kinds: "on" } }, { readAfter: "changes" });
  const whenSent = new Map(mails.map(({ kind, when }) => [`mails/${kind}`, capitalise(when)]));
  const mailTexts = new Map(mails.map(({ kind, source }) => [`mails/${kind}`, source]));
  const open = data?.texts.find(({ name }) => name === text);
  return (
    <SettingsFrame
      about="texts"
      openText={open && labelText(open.name)}
      title={open ? labelText(open.name) : "Texts"}
      lead={
        open ? (
          <>
            {whenSent.has(open.name) && <>{whenSent.get(open.name)}. </>}
            {open.isOwn ? "Your text" : "Standard text"} · <a href="/settings/texts">All texts</a>
          </>
        ) : (
          "Write pages and e-mails to customers in your own words."
        )
      }
    >
      {!data && <ViewState error={error} isLoading={isLoading} />}
      {data && !open && (
        <TextList
          texts={data.texts.map((text) => ({
            ...text,
            source: text.source ?? mailTexts.get(text.name) ?? "",
          }))}
          whenSent={whenSent}
        />
      )}
      {data && open && (
        <TextForm
          key={open.name}
          {...open}
          fields={data.fields}
          onSaved={async () => (await refetch()).data?.texts.find(({ name }) => name === open.name)?.revision}
        />
      )}
    </SettingsFrame>
  );
}

interface TextListProps {
  texts: readonly (ShownTexts["texts"][number] & { source: string })[];
  whenSent: ReadonlyMap<string, string>;
}

const OWN = "Your own";

/** Words that owners may type in the search, and the words that the texts contain instead. */
const SYNONYMS = new Map([
  ["bill", "invoice"],
  ["cod", "cash"],
  ["confirmation", "confirmed"],
  ["otp", "code"],
  ["receipt", "invoice"],
  ["shipped", "dispatched"],
  ["shipping", "dispatched"],
]);

/** Returns a function that is true if each word, or its synonym, is at the beginning of a word of the text. */
function createMatcher(words: string): (text: string) => boolean {
  const patterns = words
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
    .map((word) => {
      const synonym = SYNONYMS.get(word);
      return new RegExp(String.raw`(?<![\p{L}\d])(?:${word}${synonym ? `|${synonym}` : ""})`, "iu");
    });
  return (text) => patterns.every((pattern) => pattern.test(text));
}

function TextList({ texts, whenSent }: TextListProps) {
  const { data: changes = [] } = useView({ ...undoList, options: { about: "texts" } });
  const ofTexts = { ...checkResult, options: { only: "goods and seller" } };
  const { data: checked } = useView(ofTexts, { readAfter: "asked" });
  const broken = new Map(checked?.problems.map(({ screen, rule, what }) => [rule && screen, what]));
  const { words, group: chosenGroup, filter } = useListQuery(Infinity, textGroups[0]);
  const changed = texts.filter(({ isOwn }) => isOwn);
  const choices = Object.fromEntries([
    ...textGroups.map((group) => [group, group]),
    ...(changed.length > 0 || chosenGroup === OWN ? [[OWN, `${OWN} (${changed.length})`]] : []),
  ]);
  const isMatch = createMatcher(words);
  const isTitled = ({ name, source }: (typeof texts)[number]) =>
    isMatch([labelText(name), whenSent.get(name), ...(source.match(/^#.*$/gm) ?? [])].join(" "));
  // A search finds texts of all groups. Texts with the words in their name or headings are first in their group.
  const shown =
    words !== ""
      ? texts
          .filter(({ name, source }) => isMatch([labelText(name), whenSent.get(name), source].join(" ")))
          .toSorted((first, other) => Number(isTitled(other)) - Number(isTitled(first)))
      : chosenGroup === OWN
        ? changed
        : texts.filter(({ name }) => getTextGroup(name) === chosenGroup);
  const grouped = Map.groupBy(shown, ({ name }) => getTextGroup(name));
  return (
    <>
      <div className={styles.filter}>
        <ListFilter of="texts" placeholder="Words of a page or an e-mail" groups={choices} {...filter} />
      </div>
      {shown.length === 0 && (
        <p role="status">{words === "" ? "All texts are standard texts." : "No text matches."}</p>
      )}
      {textGroups
        .filter((group) => grouped.has(group))
        .map((group) => (
          <Section key={group} title={group === "Pages" ? group : `E-mails: ${group.toLowerCase()}`}>
            <div className={styles.list}>
              <Entries>
                {grouped.get(group)?.map(({ name, isOwn }) => (
                  <Entry
                    key={name}
                    head={
                      <>
                        <a href={deskLinks.text(name)} className="stretched">
                          {labelText(name)}
                        </a>
                        {isOwn && <Badge tone="success">Your own</Badge>}
                        {broken.has(deskLinks.text(name)) && (
                          <Badge tone="danger">Contradicts your rules</Badge>
                        )}
                      </>
                    }
                  >
                    {broken.has(deskLinks.text(name)) && (
                      <Small>It {broken.get(deskLinks.text(name))}.</Small>
                    )}
                    {whenSent.has(name) && <Small>{whenSent.get(name)}</Small>}
                    {isOwn && (
                      <>
                        <LastChange changes={changes} name={name} />
                        <Acts>
                          <NamedButton
                            name="texts"
                            text="Restore the standard text"
                            of={labelText(name)}
                            values={{ name, text: "none" }}
                          />
                        </Acts>
                      </>
                    )}
                  </Entry>
                ))}
              </Entries>
            </div>
          </Section>
        ))}
    </>
  );
}

/** Shows nothing if the change is not among the last ones that can be undone. */
function LastChange({ changes, name }: { changes: DataOf<typeof undoList>; name: string }) {
  const last = changes.find(({ summary }) => summary.includes(`“${labelText(name)}”`));
  return last && <Small>{`Changed ${formatDateTime(last.changedAt)}, ${last.osUser}`}</Small>;
}

type TextFormProps = ShownTexts["texts"][number] &
  Pick<ShownTexts, "fields"> & { onSaved: () => Promise<string | undefined> };

function TextForm({ name, isOwn, revision, fields, onSaved }: TextFormProps) {
  const wording = { ...mailWording, args: { kind: name.replace("mails/", "") }, options: { words: "on" } };
  const { data: mail } = useView(wording, { readAfter: "asked", enabled: isMail(name) });
  const source = useView<(typeof mailWording)["data"] | (typeof textSource)["data"]>(
    isMail(name) && !isOwn ? wording : { ...textSource, args: { name } },
    { readAfter: "asked" },
  );
  const [resetCount, setResetCount] = useState(0);
  // The revision that the form was filled with, or that it saved last. It shows whether another user has saved since.
  const [openedRevision, setOpened] = useState(revision);
  const [isEdited, setEdited] = useState(false);
  const [isReading, setReading] = useState(false);
  const isChanged = openedRevision !== revision && !isReading;
  const readAgain = async () => {
    setReading(true);
    const [, saved] = await Promise.all([source.refetch(), onSaved()]);
    if (saved !== undefined) setOpened(saved);
    setReading(false);
  };
  const showAgain = async () => {
    await readAgain();
    setResetCount((last) => last + 1);
  };
  // An undo or somebody else has changed the saved text. If the owner has typed nothing, show the new text.
  const isOutdated = isChanged && !isEdited;
  const readOutdated = useEffectEvent(() => void showAgain());
  useEffect(() => {
    if (isOutdated) readOutdated();
  }, [isOutdated]);
  // Wait until the text is loaded again, because a cached text may be older than the revision. But a form with input
  // stays on the screen.
  if (!source.data || !(source.isFetchedAfterMount || isEdited))
    return (
      <>
        <ViewState error={source.error} isLoading={source.isLoading} />
        {source.error && (
          <Button variant="secondary" busy={source.isFetching} onClick={refreshChecks}>
            Try again
          </Button>
        )}
      </>
    );
  const restore = (reply: FinishedRun) => {
    if (reply.outcome !== "done") return;
    toastDone(reply, "The standard text is used again.");
    void showAgain();
  };
  return (
    <>
      {(isMail(name) || isOwn) && (
        <Acts>
          {isMail(name) && (
            // The test e-mail contains the saved text.
            <CommandButton
              name="mail"
              values={{ kind: wording.args.kind, test: "on" }}
              variant="secondary"
              disabled={isEdited}
            >
              {isEdited ? "Save first to send a test" : "Send a test to me"}
            </CommandButton>
          )}
          {isOwn && (
            <CommandButton name="texts" values={{ name, text: "none" }} variant="secondary" onDone={restore}>
              Restore the standard text
            </CommandButton>
          )}
        </Acts>
      )}
      {isChanged && isEdited && <OtherText name={name} />}
      <EditedText
        value={{
          Editor: MarkdownField,
          isMail: isMail(name),
          mailFields: mail?.fields ?? NO_FIELDS,
          fields,
          drawPreview: drawText(name),
        }}
      >
        <CommandForm
          key={resetCount}
          name="texts"
          known={{ name, text: source.data.source }}
          hidden={["name"]}
          label="Save"
          isQuiet
          hasSaveBar
          expectedOf={() => openedRevision}
          // The page also shows the other user's version, so this user may overwrite it.
          seen={isChanged ? revision : openedRevision}
          onChanged={setEdited}
          onDone={(reply) => {
            toastDone(reply, "Your text was saved and is in use.");
            void readAgain();
          }}
        />
      </EditedText>
    </>
  );
}

const NO_FIELDS = {};

const drawText = (name: string) => (text: string, place: string) => (
  <PagePreview
    args={{ what: "text", id: name }}
    options={{ text }}
    title={`${labelText(name)}, preview`}
    place={place}
  />
);

function OtherText({ name }: { name: string }) {
  const { data } = useView({ ...textSource, args: { name } });
  return (
    <Notice tone="danger">
      <p>
        Somebody else saved this text while you were editing it. Their text is below; yours is still in the
        form. If you save, your text replaces theirs.
      </p>
      <Disclosure summary="The other person's text">
        <pre className={styles.other}>{data?.source ?? "The standard text is used again."}</pre>
      </Disclosure>
    </Notice>
  );
}
