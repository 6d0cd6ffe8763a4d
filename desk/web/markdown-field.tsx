import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { pagePaths } from "#contract/page-paths.ts";
import { capitalise } from "#contract/text.ts";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import { toLabel } from "./labels.ts";
import {
  completeAddress,
  type Edit,
  joinText,
  splitText,
  type TextParts,
  toBold,
  toLink,
  toMarkedLines,
  toNextLine,
  type WriteEdit,
} from "./markdown-edits.ts";
import styles from "./markdown-field.module.css";
import { Small, ToggleGroup } from "./screen-parts.tsx";

interface ShownText {
  isMail: boolean;
  /** The fields that only this e-mail has, with sample values. */
  mailFields: Readonly<Record<string, string>>;
  /** The fields of all texts, with their current values. */
  fields: Readonly<Record<string, string>>;
  drawPreview: (text: string) => ReactNode;
}

/** The text that the form is about. Without it, the field is a plain text area. */
export const EditedText = createContext<ShownText | null>(null);

interface MarkdownFieldProps {
  name: string;
  label: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

export function MarkdownField({ onChange, ...props }: MarkdownFieldProps) {
  const shown = use(EditedText);
  return shown ? (
    <MarkdownEditor {...props} {...shown} onChange={onChange} />
  ) : (
    <TextArea {...props} rows={18} spellCheck onChange={(event) => onChange(event.target.value)} />
  );
}

const VIEWS = { write: "Write", preview: "Preview" } as const;

function MarkdownEditor({
  name,
  label,
  error,
  value,
  onChange,
  isMail,
  mailFields,
  fields,
  drawPreview,
}: MarkdownFieldProps & ShownText) {
  const isBeside = useIsBeside();
  const settledValue = useSettled(value);
  const [view, setView] = useState<keyof typeof VIEWS>("write");
  // If the text has an error, show the text and not only its preview, so that the owner can correct it.
  const isWritten = isBeside || view === "write" || error !== undefined;
  const isPreviewed = isBeside || !isWritten;
  const area = useRef<HTMLTextAreaElement>(null);
  const lastField = useRef<Field>(null);
  const parts = splitText(value, isMail);
  const set = (part: keyof TextParts) => (event: { target: Field }) => {
    // The first typed letter removes an error, so the text must stay open for another reason.
    setView("write");
    onChange(joinText({ ...parts, [part]: event.target.value }));
  };
  const rememberField = ({ target }: { target: Field }) => {
    lastField.current = target;
  };
  const shared = { required: isWritten, onFocus: rememberField };
  const write = (writeEdit: WriteEdit | null) => {
    const field = area.current;
    if (field && writeEdit) enter(field, writeEdit(field.value, field.selectionStart, field.selectionEnd));
    else field?.focus();
  };
  const insertField = (field: string) => {
    const target = lastField.current ?? area.current;
    target?.focus();
    document.execCommand("insertText", false, `{{${field}}}`);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { value: text, selectionStart, selectionEnd } = event.currentTarget;
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    const edit = selectionStart === selectionEnd ? toNextLine(text, selectionStart) : null;
    if (!edit) return;
    event.preventDefault();
    enter(event.currentTarget, edit);
  };
  return (
    <div className={styles.editor} data-beside={isBeside}>
      {!isBeside && (
        <div className={styles.views}>
          <ToggleGroup
            label="View"
            choices={VIEWS}
            chosen={isWritten ? "write" : "preview"}
            onChange={setView}
          />
        </div>
      )}
      <div className={styles.write} hidden={!isWritten}>
        <TextField
          {...shared}
          label={isMail ? "Subject" : "Title"}
          className={styles.line}
          value={parts.title}
          onChange={set("title")}
        />
        {isMail && (
          <TextField
            label="Heading"
            onFocus={rememberField}
            className={styles.line}
            value={parts.heading}
            onChange={set("heading")}
          />
        )}
        {!isMail && <Tools onWrite={write} />}
        <TextArea
          {...{ name, label, error }}
          {...shared}
          ref={area}
          className={styles.area}
          rows={isMail ? 8 : 18}
          spellCheck
          hint={isMail ? "E-mails have plain paragraphs only." : <PageHint text={parts.body} />}
          value={parts.body}
          onChange={set("body")}
          onKeyDown={press}
        />
        <div className={styles.fields}>
          {Object.keys(mailFields).length > 0 && (
            <Values of={mailFields} title="Values of this e-mail: tap to insert" onChoose={insertField} />
          )}
          <Disclosure summary="Values of your shop: tap to insert">
            <Values
              of={fields}
              title="The text always shows the current value. A paragraph with an empty value is left out."
              onChoose={insertField}
            />
          </Disclosure>
        </div>
      </div>
      {isPreviewed && <div className={styles.preview}>{drawPreview(isBeside ? settledValue : value)}</div>}
    </div>
  );
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Enters an edit as if it was typed, so that the browser can undo it. */
function enter(field: Field, { from, to, text, select }: Edit): void {
  field.focus();
  field.setSelectionRange(from, to);
  document.execCommand(text === "" ? "delete" : "insertText", false, text);
  field.setSelectionRange(...select);
}

const PageHint = ({ text }: { text: string }) => (
  <>
    A new paragraph needs an empty line before it.
    {text.includes("{#") && " Keep the words in {# } after a heading: links to it need them."}
  </>
);

interface ValuesProps {
  of: Readonly<Record<string, string>>;
  title: string;
  onChoose: (field: string) => void;
}

function Values({ of, title, onChoose }: ValuesProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className={styles.title}>
        {title}
      </p>
      <div className={styles.values}>
        {Object.entries(of).map(([field, value]) => (
          <Tool key={field} onClick={() => onChoose(field)}>
            {labelField(field)}
            <Small>{value || "empty at the moment"}</Small>
          </Tool>
        ))}
      </div>
    </div>
  );
}

const labelField = (field: string): string =>
  capitalise(field.replaceAll("-", " ").replace(/[cs]?gst(in)?/, (tax) => tax.toUpperCase()));

interface ToolProps {
  isPressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Tool = ({ isPressed, onClick, children }: ToolProps) => (
  <button
    type="button"
    className={styles.tool}
    aria-expanded={isPressed}
    // Keeps the focus in the text, so that a phone does not close its keyboard.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    {children}
  </button>
);

interface ToolsProps {
  /** Applies an edit to the text. Without an edit, it only moves the focus back into the text. */
  onWrite: (writeEdit: WriteEdit | null) => void;
}

function Tools({ onWrite }: ToolsProps) {
  const [isLinking, setLinking] = useState(false);
  return (
    <>
      <div role="group" aria-label="Format" className={styles.tools}>
        <Tool onClick={() => onWrite(toBold)}>
          <strong>Bold</strong>
        </Tool>
        <Tool onClick={() => onWrite(toMarkedLines("## ", "Heading"))}>Heading</Tool>
        <Tool onClick={() => onWrite(toMarkedLines("### ", "Subheading"))}>Subheading</Tool>
        <Tool onClick={() => onWrite(toMarkedLines("- ", ""))}>List</Tool>
        <Tool isPressed={isLinking} onClick={() => setLinking(!isLinking)}>
          Link
        </Tool>
      </div>
      {isLinking && (
        <LinkForm
          onDone={(writeEdit) => {
            setLinking(false);
            onWrite(writeEdit);
          }}
        />
      )}
    </>
  );
}

/** The pages of the shop that have one address. */
const PAGES = Object.entries(pagePaths).flatMap(([name, [path]]) =>
  path.includes(":") || name === "hotProduct"
    ? []
    : { path, label: name === "listing" ? "All products" : toLabel(name) },
);

function LinkForm({ onDone }: { onDone: (writeEdit: WriteEdit | null) => void }) {
  const listId = useId();
  const [typed, setTyped] = useState("");
  const address = completeAddress(typed.trim());
  const finish = () => {
    const page = PAGES.find(({ path }) => path === address);
    onDone(address === "" ? null : toLink(address, page?.label ?? typed.trim()));
  };
  return (
    <div className={styles.link}>
      <TextField
        label="Link to"
        hint="A page of your shop, a web address or an e-mail address"
        inputMode="url"
        autoComplete="off"
        list={listId}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the owner has just opened this field
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "Escape") return;
          event.preventDefault();
          if (event.key === "Enter") finish();
          else onDone(null);
        }}
      />
      <datalist id={listId}>
        {PAGES.map(({ path, label }) => (
          <option key={path} value={path} label={label} />
        ))}
      </datalist>
      <Button variant="secondary" onClick={finish}>
        Insert
      </Button>
    </div>
  );
}

/** True if the window has room for the preview beside the text. */
const useIsBeside = (): boolean => useSyncExternalStore(onWidth, () => matchMedia(BESIDE).matches);

const BESIDE = "(width >= 1280px)";

function onWidth(listen: () => void): () => void {
  const query = matchMedia(BESIDE);
  query.addEventListener("change", listen);
  return () => query.removeEventListener("change", listen);
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
