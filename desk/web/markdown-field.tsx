import Redo2 from "lucide/dist/esm/icons/redo-2.mjs";
import Undo2 from "lucide/dist/esm/icons/undo-2.mjs";
import {
  createContext,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { findPageName, type PageName, pagePaths } from "#contract/page-paths.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { FieldError, FieldHint, RequiredMark, TextArea, TextField } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { groupField, labelField, labelText } from "./labels.ts";
import {
  completeAddress,
  drawField,
  FIELD,
  joinText,
  splitText,
  type TextParts,
  toInlineNodes,
  toMarkdown,
  toNodes,
} from "./markdown-text.ts";
import styles from "./markdown-field.module.css";
import { Small, ToggleGroup } from "./screen-parts.tsx";

type Fields = Readonly<Record<string, string>>;

interface ShownText {
  isMail: boolean;
  /** The fields that only this e-mail has, with sample values. */
  mailFields: Fields;
  /** The fields of all texts, with their current values. */
  fields: Fields;
  /** `place` is the text of the paragraph with the cursor. */
  drawPreview: (text: string, place: string) => ReactNode;
}

/** The kind, the fields and the preview of the edited text. Without them, `MarkdownField` is a plain text area. */
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
  const { frame, place, select } = useCursor();
  const parts = splitText(value, isMail);
  const shared = { values: { ...fields, ...mailFields } };
  const set = (part: keyof TextParts) => (text: string) => {
    // Typing removes the error. Without this, the preview would then replace the text.
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
      <div ref={frame} className={styles.write} hidden={!isWritten}>
        <RichText
          {...shared}
          isLine
          label={isMail ? "Subject" : "Title"}
          value={parts.title}
          onChange={set("title")}
        />
        {isMail && (
          <RichText {...shared} isLine label="Heading" value={parts.heading} onChange={set("heading")} />
        )}
        <RichText
          {...shared}
          {...{ label, error }}
          isPlain={isMail}
          hint={isMail ? "E-mails have plain paragraphs only." : undefined}
          value={parts.body}
          onChange={set("body")}
          tools={<Tools {...{ isMail, mailFields, fields, select }} />}
        />
      </div>
      {isPreviewed && (
        <div className={styles.preview}>{drawPreview(isBeside ? settledValue : value, place)}</div>
      )}
    </div>
  );
}

const TEXT = "data-rich-text";

/**
 * Remembers the cursor while a button or another field has the focus. `select` puts it back into its text, or into the
 * long text if the button does not work in a single line.
 */
function useCursor() {
  const frame = useRef<HTMLDivElement>(null);
  const last = useRef<Range>(null);
  const [place, setPlace] = useState("");
  useEffect(() => {
    const remember = () => {
      const selection = getSelection();
      const node = selection?.anchorNode;
      const element = node instanceof Element ? node : node?.parentElement;
      if (!selection || !element?.closest(`[${TEXT}]`) || !frame.current?.contains(element)) return;
      last.current = selection.getRangeAt(0).cloneRange();
      setPlace(element.closest(`p, h2, h3, li, [${TEXT}]`)?.textContent ?? "");
    };
    document.addEventListener("selectionchange", remember);
    return () => document.removeEventListener("selectionchange", remember);
  }, []);
  const select = (isAnywhere: boolean) => {
    // The text still has its cursor, which a command may have moved without an event.
    if (document.activeElement?.matches(isAnywhere ? `[${TEXT}]` : `[${TEXT}="long"]`)) return;
    const body = frame.current?.querySelector<HTMLElement>(`[${TEXT}="long"]`);
    const range = last.current;
    const start = range?.startContainer;
    const element = start instanceof Element ? start : start?.parentElement;
    const target = element?.closest<HTMLElement>(isAnywhere ? `[${TEXT}]` : `[${TEXT}="long"]`);
    (target ?? body)?.focus();
    const selection = getSelection();
    if (target && range)
      selection?.setBaseAndExtent(
        range.startContainer,
        range.startOffset,
        range.endContainer,
        range.endOffset,
      );
    else if (body) selection?.selectAllChildren(body);
    if (!target) selection?.collapseToEnd();
  };
  return { frame, place, select };
}

interface RichTextProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  tools?: ReactNode;
  isLine?: boolean;
  /** True for a text without bold words, links, headings and lists. */
  isPlain?: boolean;
  value: string;
  values: Fields;
  onChange: (value: string) => void;
}

/** A text that looks as on the page. Its value is Markdown. */
function RichText({
  label,
  hint,
  error,
  tools,
  isLine = false,
  isPlain = isLine,
  value,
  values,
  onChange,
}: RichTextProps) {
  const id = useId();
  const isRequired = label !== "Heading";
  const box = useRef<HTMLDivElement>(null);
  const shownValue = useRef<string>(null);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    // The browser has already drawn the typed words. Drawing them again would move the cursor.
    if (shownValue.current !== value) drawText(current, value, isLine);
    shownValue.current = value;
    protectFields(current, values);
  }, [value, values, isLine]);
  const read = ({ nativeEvent }: { nativeEvent: InputEvent }) => {
    const { current } = box;
    if (!current) return;
    const markdown = toMarkdown(current, isPlain);
    const text = isLine ? markdown.replaceAll(/\s+/g, " ") : markdown;
    // A dropped text may have pictures, colours and sizes, which are not saved.
    if (nativeEvent.inputType === "insertFromDrop") {
      drawText(current, text, isLine);
      protectFields(current, values);
    }
    shownValue.current = text;
    onChange(text);
  };
  useEffect(() => {
    const { current } = box;
    // Keys, the menus of a phone for bold and underlined words, and dictation all fire this event.
    const limit = (event: InputEvent) => {
      const { inputType } = event;
      // In Firefox this has no effect before the text has the focus.
      if (inputType === "insertParagraph") document.execCommand("defaultParagraphSeparator", false, "p");
      const isBreak = inputType === "insertLineBreak" || (isLine && inputType === "insertParagraph");
      if (!isBreak && !(isPlain ? /^format/ : NOT_SAVED).test(inputType)) return;
      event.preventDefault();
      if (isBreak && !isLine) document.execCommand("insertParagraph");
    };
    current?.addEventListener("beforeinput", limit);
    return () => current?.removeEventListener("beforeinput", limit);
  }, [isLine, isPlain]);
  /** Firefox has no keys for bold and italic words. */
  const press = (event: KeyboardEvent) => {
    const { altKey, shiftKey, ctrlKey, metaKey } = event;
    const key = event.key.toLowerCase();
    if (altKey || shiftKey || !(IS_APPLE ? metaKey : ctrlKey) || !/^[biu]$/.test(key)) return;
    event.preventDefault();
    const mark = { b: "bold", i: "italic" }[key];
    if (mark && !isPlain) document.execCommand(mark);
  };
  /** Inserts a copied text without its colours and sizes. */
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const html = event.clipboardData.getData("text/html");
    const text = event.clipboardData.getData("text/plain");
    const copied = new DOMParser().parseFromString(html, "text/html").body;
    if (html === "") copied.append(...toNodes(text));
    const markdown = toMarkdown(copied, isPlain);
    if (markdown === "") return;
    const blocks = isLine ? [] : toNodes(markdown);
    // A single line joins the paragraph at the cursor, and keeps the spaces around it.
    const isInline = isLine || !markdown.includes("\n");
    const words = isLine ? toInlineNodes(markdown) : blocks.flatMap(listWords);
    const [start = "", end = ""] = [/^[ \u00A0]/, /[ \u00A0]$/].map((space) =>
      space.test(text) ? "\u00A0" : "",
    );
    insertNodes(isInline ? [new Text(start), ...words, new Text(end)] : blocks, values);
  };
  return (
    <div className={styles.field}>
      <p id={`${id}-label`} className={styles.label}>
        {label}
        {isRequired && <RequiredMark />}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {tools}
      <div
        ref={box}
        {...{ [TEXT]: isLine ? "line" : "long" }}
        className={classNames(styles.text, !isLine && styles.long)}
        contentEditable
        suppressContentEditableWarning
        role="textbox"
        tabIndex={0}
        aria-multiline={!isLine}
        aria-labelledby={`${id}-label`}
        aria-describedby={classNames(error && `${id}-error`, hint && `${id}-hint`) || undefined}
        aria-invalid={error ? true : undefined}
        aria-required={isRequired}
        spellCheck
        onFocus={() => document.execCommand?.("defaultParagraphSeparator", false, "p")}
        onInput={read}
        onKeyDown={press}
        onPaste={paste}
      />
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
    </div>
  );
}

const IS_APPLE = /^(Mac|iP)/.test(navigator.platform);

/** Formats that a text cannot contain, such as underlined words. */
const NOT_SAVED = /^format(?!Bold|Italic|Block|Remove)/;

const drawText = (box: HTMLElement, text: string, isLine: boolean): void =>
  box.replaceChildren(...(isLine ? toInlineNodes(text) : toNodes(text)));

function fillFields(parent: HTMLElement, values: Fields): NodeListOf<HTMLElement> {
  const elements = parent.querySelectorAll<HTMLElement>(`[${FIELD}]`);
  for (const element of elements) {
    const field = element.getAttribute(FIELD) ?? "";
    const label = labelField(field);
    const text = values[field] || (field in values ? `${label}: empty` : `{{${field}}}`);
    if (element.textContent !== text) element.textContent = text;
    element.title = `${label}: the shop always shows the current value`;
  }
  return elements;
}

/** Changes only what differs, because the owner may be typing beside the fields. */
function protectFields(parent: HTMLElement, values: Fields): void {
  for (const field of fillFields(parent, values))
    if (field.contentEditable !== "false") field.contentEditable = "false";
}

/** Returns the child nodes of a paragraph or heading, or of the first item of a list, to insert them into a line. */
const listWords = (block: Node): Node[] => [
  ...((block instanceof HTMLElement && block.querySelector("li")) || block).childNodes,
];

/** Inserts nodes as if they were typed, so that the owner can undo the insertion with the browser's keys. */
function insertNodes(nodes: readonly (Node | string)[], values: Fields): void {
  const parent = document.createElement("div");
  parent.append(...nodes);
  // Fill in the values first: Chromium puts an element that is empty or cannot be edited into a separate paragraph.
  fillFields(parent, values);
  document.execCommand("insertHTML", false, parent.innerHTML);
}

/** A letter without width. Without a letter behind a value or a link, the cursor would stay in it. */
const AFTER = "\u200B";

interface ToolProps {
  /** The name of a button that shows an icon. */
  label?: string;
  isPressed?: boolean;
  isOpen?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Tool = ({ label, isPressed, isOpen, onClick, children }: ToolProps) => (
  <button
    type="button"
    className={styles.tool}
    aria-label={label}
    title={label}
    aria-pressed={isPressed}
    aria-expanded={isOpen}
    // Keeps the focus in the text, so that a phone does not close its keyboard.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    {children}
  </button>
);

interface ToolsProps extends Pick<ShownText, "isMail" | "mailFields" | "fields"> {
  select: (isAnywhere: boolean) => void;
}

function Tools({ isMail, mailFields, fields, select }: ToolsProps) {
  const [open, setOpen] = useState<"link" | "values" | null>(null);
  const [address, setAddress] = useState("");
  const active = useActiveMarks();
  const toggleBold = () => {
    select(false);
    document.execCommand("bold");
  };
  const toggleBlock = (tag: string) => {
    select(false);
    for (const list of LISTS) if (document.queryCommandState(list)) document.execCommand(list);
    document.execCommand("formatBlock", false, active.includes(tag) ? "p" : tag);
  };
  const toggleList = (list: string) => {
    select(false);
    // Chromium and Safari put a list into the paragraph, but a paragraph cannot contain one. Firefox does not.
    if (!IS_FIREFOX && !LISTS.some((each) => document.queryCommandState(each)))
      document.execCommand("formatBlock", false, "div");
    document.execCommand(list);
    // Chromium moves the cursor to the start of the line, but the owner types on at its end.
    const selection = getSelection();
    if (selection?.isCollapsed === true && selection.anchorOffset === 0)
      selection.modify("move", "forward", "lineboundary");
  };
  const toggle = (name: "link" | "values") => setOpen(open === name ? null : name);
  const openLink = () => {
    select(false);
    setAddress(findLink()?.getAttribute("href") ?? "");
    toggle("link");
  };
  const closeLink = () => {
    setOpen(null);
    select(false);
  };
  /** Without an address, removes the link. */
  const changeLink = (next: string, words: string) => {
    closeLink();
    const selection = getSelection();
    const old = findLink();
    if (old && next !== "") {
      // In Firefox, the command `createLink` can put a second link into the first.
      old.setAttribute("href", next);
      old.dispatchEvent(new InputEvent("input", { bubbles: true }));
      return;
    }
    if (old) selection?.selectAllChildren(old);
    if (next === "") document.execCommand("unlink");
    else if (selection?.isCollapsed === false) document.execCommand("createLink", false, next);
    else {
      const link = document.createElement("a");
      link.setAttribute("href", next);
      link.textContent = words;
      insertNodes([link, AFTER], {});
    }
  };
  /** The browser remembers what was typed, and what the commands of the other buttons changed. */
  const step = (command: "undo" | "redo") => {
    select(true);
    document.execCommand(command);
  };
  const insertField = (field: string) => {
    setOpen(null);
    select(true);
    insertNodes([drawField(field), AFTER], { ...fields, ...mailFields });
  };
  return (
    <>
      <div role="group" aria-label="Format" className={styles.tools}>
        <Tool label="Undo" onClick={() => step("undo")}>
          <Icon of={Undo2} size={18} />
        </Tool>
        <Tool label="Redo" onClick={() => step("redo")}>
          <Icon of={Redo2} size={18} />
        </Tool>
        {!isMail && (
          <>
            <Tool isPressed={active.includes("bold")} onClick={toggleBold}>
              <strong>Bold</strong>
            </Tool>
            <Tool isPressed={active.includes("h2")} onClick={() => toggleBlock("h2")}>
              Heading
            </Tool>
            <Tool isPressed={active.includes("h3")} onClick={() => toggleBlock("h3")}>
              Subheading
            </Tool>
            <Tool isPressed={active.includes(LISTS[0])} onClick={() => toggleList(LISTS[0])}>
              List
            </Tool>
            <Tool isPressed={active.includes(LISTS[1])} onClick={() => toggleList(LISTS[1])}>
              1, 2, 3
            </Tool>
            <Tool isPressed={active.includes("link")} isOpen={open === "link"} onClick={openLink}>
              Link
            </Tool>
          </>
        )}
        <Tool isOpen={open === "values"} onClick={() => toggle("values")}>
          Insert a value
        </Tool>
      </div>
      {open === "link" && <LinkForm address={address} onDone={changeLink} onCancel={closeLink} />}
      {open === "values" && <ValueMenu {...{ mailFields, fields }} onChoose={insertField} />}
    </>
  );
}

const IS_FIREFOX = "mozInnerScreenX" in globalThis;

const LISTS = ["insertUnorderedList", "insertOrderedList"] as const;

function findLink(): Element | null {
  const node = getSelection()?.anchorNode;
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest(`[${TEXT}] a`) ?? null;
}

/** Returns the marks and the block at the cursor, such as `bold h2`. Empty if no text has the focus. */
const useActiveMarks = (): string =>
  useSyncExternalStore(
    (listen) => {
      document.addEventListener("selectionchange", listen);
      return () => document.removeEventListener("selectionchange", listen);
    },
    () => {
      if (!document.activeElement?.hasAttribute(TEXT)) return "";
      const states = ["bold", ...LISTS].filter((command) => document.queryCommandState?.(command));
      return [...states, document.queryCommandValue?.("formatBlock"), findLink() && "link"].join(" ");
    },
  );

interface ValueMenuProps extends Pick<ShownText, "mailFields" | "fields"> {
  onChoose: (field: string) => void;
}

/** Lists the shop's values, which stay current in the text after the owner has inserted them. */
function ValueMenu({ mailFields, fields, onChoose }: ValueMenuProps) {
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
      />
      {found.length === 0 && <p role="status">No value matches.</p>}
      {[...Map.groupBy(found, ({ group }) => group)].map(([group, values]) => (
        <div key={group} role="group" aria-label={group}>
          <p className={styles.title}>{group}</p>
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

/** Steps of an order and of an account, which no text needs to link to. */
const NOT_LINKED = new Set<PageName>([
  "hotProduct",
  "cart",
  "checkout",
  "logIn",
  "signUp",
  "forgotPassword",
  "address",
  "profile",
]);

const isLinked = (name: PageName): boolean => !NOT_LINKED.has(name) && !pagePaths[name][0].includes(":");

const toKebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The pages that the form for a link suggests. */
const PAGES = (Object.keys(pagePaths) as PageName[]).filter(isLinked).map((name) => ({
  path: pagePaths[name][0],
  label: name === "listing" ? "All products" : labelText(toKebab(name)),
}));

/** Finds the page that the owner named, such as "Care guide". The beginning of one name only is enough. */
function findPage(words: string): string | undefined {
  const pages = PAGES.map(({ path, label }) => ({ path, name: label.toLowerCase() }));
  const name = words.toLowerCase();
  const same = pages.find((page) => page.name === name);
  const [first, ...others] = pages.filter((page) => name !== "" && page.name.startsWith(name));
  return (same ?? (others.length === 0 ? first : undefined))?.path;
}

/** True for the addresses that the shop accepts in a text. */
function isAddress(address: string): boolean {
  if (address.startsWith("https://")) return URL.canParse(address);
  const [path = ""] = address.split(/[?#]/, 1);
  return path.startsWith("/") ? findPageName(path) !== null : /^(?:#[a-z]|mailto:.|tel:.)/.test(address);
}

interface LinkFormProps {
  /** The address of the link to change. Empty for a new link. */
  address: string;
  onDone: (address: string, words: string) => void;
  onCancel: () => void;
}

function LinkForm({ address: oldAddress, onDone, onCancel }: LinkFormProps) {
  const listId = useId();
  const [typed, setTyped] = useState(oldAddress.replace(/^mailto:/, ""));
  const [isRefused, setIsRefused] = useState(false);
  const address = findPage(typed.trim()) ?? completeAddress(typed.trim());
  const finish = () => {
    if (address === "") return onCancel();
    if (!isAddress(address)) return setIsRefused(true);
    onDone(address, PAGES.find(({ path }) => path === address)?.label ?? typed.trim());
  };
  return (
    <div className={styles.link}>
      <TextField
        label="Link to"
        hint={isRefused ? undefined : "A page of your shop, a web address or an e-mail address"}
        error={
          isRefused
            ? "Choose a page from the list, or enter an e-mail address or a web address that begins with https://."
            : undefined
        }
        inputMode="url"
        autoComplete="off"
        list={listId}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the owner has just opened this field
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setIsRefused(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "Escape") return;
          event.preventDefault();
          if (event.key === "Enter") finish();
          else onCancel();
        }}
      />
      <datalist id={listId}>
        {PAGES.map(({ path, label }) => (
          <option key={path} value={path} label={label} />
        ))}
      </datalist>
      <Button variant="secondary" onClick={finish}>
        {oldAddress === "" ? "Insert" : "Change"}
      </Button>
      {oldAddress !== "" && (
        <Button variant="quiet" onClick={() => onDone("", "")}>
          Remove the link
        </Button>
      )}
    </div>
  );
}

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
