import type { IconNode } from "lucide";
import Heading2 from "lucide/dist/esm/icons/heading-2.mjs";
import Heading3 from "lucide/dist/esm/icons/heading-3.mjs";
import Link from "lucide/dist/esm/icons/link.mjs";
import List from "lucide/dist/esm/icons/list.mjs";
import ListOrdered from "lucide/dist/esm/icons/list-ordered.mjs";
import Redo2 from "lucide/dist/esm/icons/redo-2.mjs";
import Undo2 from "lucide/dist/esm/icons/undo-2.mjs";
import { closeHistory, redo, undo } from "prosemirror-history";
import type { Command, EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { type ReactNode, use, useEffect, useMemo, useRef, useState } from "react";
import { useMedia } from "#client/visibility.ts";
import { getOwn } from "#contract/read.ts";
import { TextField } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { EditedText, type Fields, type MarkdownFieldProps, type ShownText } from "./edited-text.ts";
import { groupField, labelField } from "./labels.ts";
import { LinkForm } from "./link-form.tsx";
import { joinText, schemas, splitText, type TextParts } from "./markdown-text.ts";
import {
  findFormats,
  findLink,
  insertField,
  RichText,
  setLink,
  toggleBold,
  toggleHeading,
  toggleList,
} from "./rich-text.tsx";
import styles from "./markdown-field.module.css";
import { Small, ToggleGroup } from "./screen-parts.tsx";

const VIEWS = { write: "Write", preview: "Preview" } as const;

export function MarkdownField(props: MarkdownFieldProps) {
  const shown = use(EditedText);
  return shown && <MarkdownEditor {...props} {...shown} />;
}

function MarkdownEditor({
  label,
  error,
  value,
  onChange,
  isMail,
  mailFields,
  fields,
  drawPreview,
}: MarkdownFieldProps & ShownText) {
  const isBeside = useMedia("(width >= 1280px)");
  const parts = splitText(value, isMail);
  const titleLabel = isMail ? "Subject" : "Title";
  const titleError = parts.title.trim() === "" ? `Enter a ${titleLabel.toLowerCase()}.` : undefined;
  // The shop refuses a text without a title, so the preview shows the last version with a title.
  const [titled, setTitled] = useState(value);
  if (titleError === undefined && titled !== value) setTitled(value);
  const settledValue = useSettled(titled);
  const [view, setView] = useState<keyof typeof VIEWS>("write");
  // If the text has an error, show the text and not only its preview, so that the owner can correct it.
  const isWritten = isBeside || view === "write" || (titleError ?? error) !== undefined;
  const isPreviewed = isBeside || !isWritten;
  const values = useMemo(() => ({ ...fields, ...mailFields }), [fields, mailFields]);
  const body = useRef<EditorView>(null);
  const last = useRef<EditorView>(null);
  const [cursor, setCursor] = useState<EditorState>();
  const shared = {
    values,
    onCursor: (used: EditorView) => {
      last.current = used;
      setCursor(used.state);
    },
  };
  /**
   * Runs a command in the body, or with `isAnywhere` in the field used last. Without a command, only focuses the field.
   */
  const run = (command?: Command, isAnywhere = false) => {
    const used = (isAnywhere && last.current) || body.current;
    used?.focus();
    // Undo takes back the command, but not the words that were typed just before it.
    if (used) command?.(used.state, (transaction) => used.dispatch(closeHistory(transaction)));
  };
  const set = (part: keyof TextParts) => (text: string) => {
    // Without this line, the preview would replace the text as soon as the user has corrected an error in it.
    setView("write");
    onChange(joinText({ ...parts, [part]: text }));
  };
  return (
    <div className={styles.editor} data-beside={isBeside}>
      {!isBeside && (
        <ToggleGroup
          label="View"
          choices={VIEWS}
          chosen={isWritten ? "write" : "preview"}
          onChange={setView}
        />
      )}
      <div className="stack gap-5" hidden={!isWritten}>
        <RichText
          {...shared}
          kind="line"
          label={titleLabel}
          required
          error={titleError}
          value={parts.title}
          onChange={set("title")}
        />
        {isMail && (
          <RichText {...shared} kind="line" label="Heading" value={parts.heading} onChange={set("heading")} />
        )}
        <RichText
          {...shared}
          label={label}
          required
          error={titleError === undefined ? error : undefined}
          kind={isMail ? "plain" : "rich"}
          hint={isMail ? "E-mails have plain paragraphs only." : undefined}
          view={body}
          value={parts.body}
          onChange={set("body")}
          tools={
            <Tools
              {...{ isMail, mailFields, fields, run }}
              // The buttons show no formats while the owner writes the title.
              state={cursor?.schema === schemas.rich ? cursor : undefined}
            />
          }
        />
      </div>
      {isPreviewed && (
        <div className={styles.preview}>
          {drawPreview(isBeside ? settledValue : titled, cursor ? getPlace(cursor, values) : "")}
        </div>
      )}
    </div>
  );
}

/** Returns the text of the paragraph with the cursor, as the page shows it. */
function getPlace({ selection: { $head } }: EditorState, values: Fields): string {
  const { content } = $head.parent;
  return content.textBetween(0, content.size, "", ({ attrs }) => getOwn(values, String(attrs["name"])) ?? "");
}

interface ToolProps {
  name: string;
  /** Replaces the name on a phone. */
  icon?: IconNode;
  isPressed?: boolean;
  isOpen?: boolean;
  onClick: () => void;
  children?: ReactNode;
}

export const Tool = ({ name, icon, isPressed, isOpen, onClick, children }: ToolProps) => (
  <button
    type="button"
    className={styles.tool}
    aria-label={children ? name : undefined}
    title={children ? name : undefined}
    aria-pressed={isPressed}
    aria-expanded={isOpen}
    // Keeps the focus in the text, so that a phone does not close its keyboard.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    {icon && <Icon of={icon} size={18} />}
    {children ?? <span>{name}</span>}
  </button>
);

interface ToolsProps extends Pick<ShownText, "isMail" | "mailFields" | "fields"> {
  /** Undefined if the cursor was last in a field other than the body. */
  state: EditorState | undefined;
  run: (command?: Command, isAnywhere?: boolean) => void;
}

function Tools({ isMail, mailFields, fields, state, run }: ToolsProps) {
  const [open, setOpen] = useState<"link" | "values" | null>(null);
  const formats = state && findFormats(state);
  const address: unknown = state && findLink(state)?.mark.attrs["href"];
  const close = () => {
    setOpen(null);
    run(undefined, open === "values");
  };
  const openLink = () => {
    // Focuses the body, because the form shows the link at its cursor.
    run();
    setOpen("link");
  };
  return (
    <div className={styles.bar}>
      <div role="group" aria-label="Format" className="row wrap gap-1">
        <Tool name="Undo" onClick={() => run(undo, true)}>
          <Icon of={Undo2} size={18} />
        </Tool>
        <Tool name="Redo" onClick={() => run(redo, true)}>
          <Icon of={Redo2} size={18} />
        </Tool>
        {!isMail && (
          <>
            <Tool name="Bold" isPressed={formats?.isBold ?? false} onClick={() => run(toggleBold)} />
            {HEADINGS.map(([level, name, icon]) => (
              <Tool
                key={level}
                {...{ name, icon }}
                isPressed={formats?.level === level}
                onClick={() => run(toggleHeading(level))}
              />
            ))}
            {LISTS.map(([list, name, icon]) => (
              <Tool
                key={name}
                {...{ name, icon }}
                isPressed={formats?.list === list.name}
                onClick={() => run(toggleList(list))}
              />
            ))}
            <Tool
              name="Link"
              icon={Link}
              isPressed={address !== undefined}
              isOpen={open === "link"}
              onClick={open === "link" ? close : openLink}
            />
          </>
        )}
        <Tool
          name="Insert a value"
          isOpen={open === "values"}
          onClick={open === "values" ? close : () => setOpen("values")}
        />
      </div>
      {open === "link" && (
        <LinkForm
          address={typeof address === "string" ? address : ""}
          onDone={(next, words) => {
            setOpen(null);
            run(setLink(next, words));
          }}
          onCancel={close}
        />
      )}
      {open === "values" && (
        <ValueMenu
          {...{ mailFields, fields }}
          onChoose={(field) => {
            setOpen(null);
            run(insertField(field), true);
          }}
          onCancel={close}
        />
      )}
    </div>
  );
}

const HEADINGS = [
  [2, "Heading", Heading2],
  [3, "Subheading", Heading3],
] as const;

const LISTS = [
  [schemas.rich.nodes.bullets, "List", List],
  [schemas.rich.nodes.numbers, "1, 2, 3", ListOrdered],
] as const;

interface ValueMenuProps extends Pick<ShownText, "mailFields" | "fields"> {
  onChoose: (field: string) => void;
  onCancel: () => void;
}

/** Lists the values of the shop that the owner can insert. In the text, an inserted value is always the current one. */
export function ValueMenu({ mailFields, fields, onChoose, onCancel }: ValueMenuProps) {
  const [words, setWords] = useState("");
  const all = [
    ...Object.entries(mailFields).map(([field, value]) => ({ field, value, group: "This e-mail" })),
    ...Object.entries(fields).map(([field, value]) => ({ field, value, group: groupField(field) })),
  ];
  const found = all.filter(({ field, value }) =>
    `${labelField(field)} ${value}`.toLowerCase().includes(words.trim().toLowerCase()),
  );
  return (
    <div className={styles.menu}>
      <TextField
        label="Find a value"
        hint="The text always shows the current value. A paragraph with an empty value is left out."
        type="search"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the owner has just opened this field
        autoFocus
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          // The menu may be in a dialog, which Escape would close.
          event.preventDefault();
          event.stopPropagation();
          onCancel();
        }}
      />
      {found.length === 0 && <p role="status">No value matches.</p>}
      {[...Map.groupBy(found, ({ group }) => group)].map(([group, values]) => (
        <div key={group} role="group" aria-label={group}>
          <p className="small medium soft">{group}</p>
          {values.map(({ field, value }) => (
            <button key={field} type="button" className={styles.value} onClick={() => onChoose(field)}>
              {labelField(field)}
              <Small>{value || "empty at the moment"}</Small>
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

const PAUSE_MS = 500;

/** Returns the value after a pause in typing. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
