import { capitalise } from "#contract/text.ts";
import { useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { mailList, mailWording } from "#shop/notifications/command-results.ts";
import { textList, textSource } from "#shop/texts/command-results.ts";
import { Badge } from "#ui/badge.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Notice } from "#ui/notice.tsx";
import { CommandButton, CommandForm, type Values } from "../command-form.tsx";
import type { FinishedRun } from "../desk-calls.ts";
import { labelText } from "../labels.ts";
import { PagePreview } from "../page-preview.tsx";
import { useQueryValues } from "../router.ts";
import { Entries, Entry, Section, Small, ViewState } from "../screen-parts.tsx";
import { SettingsFrame } from "../settings-form.tsx";
import { toastDone } from "../toast-done.ts";
import { useView } from "../use-view.ts";
import styles from "./texts.module.css";

type ShownTexts = DataOf<typeof textList>;

const isMail = (name: string): boolean => name.startsWith("mails/");

export default function TextsScreen() {
  const { text } = useQueryValues();
  const { data, error, isLoading, refetch } = useView(textList);
  const { data: mails = [] } = useView({ ...mailList, options: { kinds: "on" } }, { readAfter: "changes" });
  const whenSent = new Map(mails.map(({ kind, when }) => [`mails/${kind}`, capitalise(when)]));
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
            <a href="/settings/texts">All texts</a>
          </>
        ) : (
          "Write pages and e-mails in your own words. All others use the standard text."
        )
      }
    >
      {!data && <ViewState error={error} isLoading={isLoading} />}
      {data && !open && (
        <>
          <TextList title="Pages" texts={data.texts.filter(({ name }) => !isMail(name))} />
          <TextList title="Mails" texts={data.texts.filter(({ name }) => isMail(name))} whenSent={whenSent} />
        </>
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

interface TextListProps extends Pick<ShownTexts, "texts"> {
  title: string;
  whenSent?: ReadonlyMap<string, string>;
}

const TextList = ({ title, texts, whenSent }: TextListProps) => (
  <Section title={title}>
    <div className={styles.list}>
      <Entries>
        {texts.map(({ name, isOwn }) => (
          <Entry
            key={name}
            head={
              <>
                <a href={`/settings/texts?text=${encodeURIComponent(name)}`}>{labelText(name)}</a>
                {isOwn && <Badge tone="success">Your text</Badge>}
              </>
            }
          >
            {whenSent?.has(name) && <Small>{whenSent.get(name)}</Small>}
          </Entry>
        ))}
      </Entries>
    </div>
  </Section>
);

type TextFormProps = ShownTexts["texts"][number] &
  Pick<ShownTexts, "fields"> & { onSaved: () => Promise<string | undefined> };

function TextForm({ name, isOwn, revision, fields, onSaved }: TextFormProps) {
  const source = useView<(typeof mailWording)["data"] | (typeof textSource)["data"]>(
    isMail(name) && !isOwn
      ? { ...mailWording, args: { kind: name.replace("mails/", "") }, options: { words: "on" } }
      : { ...textSource, args: { name } },
    { readAfter: "asked" },
  );
  const [resetCount, setResetCount] = useState(0);
  // The revision when the form was opened. It shows whether another user has saved the text since.
  const [openedRevision, setOpened] = useState(revision);
  const isChanged = openedRevision !== revision;
  if (!source.data || source.isPlaceholderData)
    return <ViewState error={source.error} isLoading={source.isLoading} />;
  const finish = (reply: FinishedRun, text: string) => {
    if (reply.outcome !== "done") return;
    toastDone(reply, text);
    void Promise.all([source.refetch(), onSaved()]).then(([, saved]) => {
      if (saved !== undefined) setOpened(saved);
      setResetCount((last) => last + 1);
    });
  };
  return (
    <div className={styles.columns}>
      {isChanged && <OtherText name={name} />}
      <CommandForm
        key={resetCount}
        name="texts"
        known={{ name, text: source.data.source }}
        hidden={["name"]}
        label="Save"
        isQuiet
        drawPage={drawText(name, source.data.source)}
        expectedOf={() => openedRevision}
        // The page also shows the other user's version, so this user may overwrite it.
        seen={isChanged ? revision : undefined}
        onDone={(reply) => finish(reply, "Your text was saved and is in use.")}
      />
      <Section
        title="How to format the text"
        actions={
          isOwn && (
            <CommandButton
              name="texts"
              values={{ name, text: "none" }}
              variant="quiet"
              onDone={(reply) => finish(reply, "The standard text is used again.")}
            >
              Restore the standard text
            </CommandButton>
          )
        }
      >
        <WritingHelp
          name={name}
          fields={fields}
          fieldsOfMail={"fields" in source.data ? source.data.fields : []}
        />
      </Section>
    </div>
  );
}

interface WritingHelpProps extends Pick<TextFormProps, "name" | "fields"> {
  fieldsOfMail: readonly string[];
}

const WritingHelp = ({ name, fields, fieldsOfMail }: WritingHelpProps) => (
  <>
    <p>
      {isMail(name)
        ? "Begin the subject with # and the heading with ##. Put an empty line before each paragraph."
        : "Begin the title with #, a section with ## and a point of a list with -. Put ** before and after bold words, and an empty line before each paragraph."}{" "}
      A field in double braces is replaced by its current value. A paragraph with an empty field is left out.
    </p>
    {fieldsOfMail.length > 0 && (
      <p>
        Fields of this mail: <code>{fieldsOfMail.map((field) => `{{${field}}}`).join(" ")}</code>
      </p>
    )}
    <Disclosure summary="All fields">
      <dl className={styles.fields}>
        {Object.entries(fields).map(([field, value]) => (
          <div key={field}>
            <dt>
              <code>{`{{${field}}}`}</code>
            </dt>
            <dd>
              <Small>{value || "empty at the moment"}</Small>
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  </>
);

function OtherText({ name }: { name: string }) {
  const { data } = useView({ ...textSource, args: { name } });
  return (
    <Notice tone="danger">
      <p>
        Somebody else saved this text while you were editing it. Their text is below; yours is still in the
        form. If you save, your text replaces theirs.
      </p>
      <Disclosure summary="The other person’s text">
        <pre className={styles.other}>{data?.source ?? "The standard text is used again."}</pre>
      </Disclosure>
    </Notice>
  );
}

/** Draws the preview of a text. The form passes `text` only if the user has changed it. */
const drawText =
  (name: string, source: string) =>
  ({ text = source }: Values) => (
    <PagePreview
      args={{ what: "text", id: name }}
      options={{ text: typeof text === "string" ? text : "" }}
      title={`${labelText(name)}, preview`}
    />
  );
