import { baseKeymap, chainCommands, setBlockType, toggleMark } from "prosemirror-commands";
import { history, redo, undo } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import { Fragment, type Mark, type Node, type NodeType, Slice } from "prosemirror-model";
import { liftListItem, splitListItem, wrapInList } from "prosemirror-schema-list";
import { type Command, EditorState, Selection, type Transaction } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { type ReactNode, type RefObject, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import { getOwn } from "#contract/read.ts";
import { classNames } from "#ui/class-names.ts";
import { FieldError, FieldHint, RequiredMark } from "#ui/field.tsx";
import type { Fields } from "./edited-text.ts";
import { labelField } from "./labels.ts";
import { prepareHtml, schemas, type TextKind, toDocument, toSource } from "./markdown-text.ts";
import styles from "./markdown-field.module.css";

interface RichTextProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  required?: boolean;
  tools?: ReactNode;
  labelTool?: ReactNode;
  kind: TextKind;
  value: string;
  values: Fields;
  view?: RefObject<EditorView | null>;
  /** Converts typed words to a value, such as `{number}` to `{{number}}`. The editor still shows the typed words. */
  normalise?: (text: string) => string;
  onChange: (value: string) => void;
  onCursor: (view: EditorView) => void;
}

/** A field that shows a text as the page does. Its value is Markdown, or plain text if its kind has no formats. */
export function RichText({
  label,
  hint,
  error,
  required = false,
  tools,
  labelTool,
  kind,
  value,
  values,
  view,
  normalise = (text) => text,
  onChange,
  onCursor,
}: RichTextProps) {
  const id = useId();
  const isLine = kind === "line" || kind === "words";
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const shownValue = useRef<string>(null);
  const apply = useEffectEvent((current: EditorView, transaction: Transaction) => {
    current.updateState(current.state.apply(transaction));
    onCursor(current);
    if (!transaction.docChanged) return;
    const text = toSource(current.state.doc.content, kind);
    shownValue.current = normalise(isLine ? text.replaceAll(/\s+/g, " ") : text);
    onChange(shownValue.current);
  });
  useLayoutEffect(() => {
    if (!box.current) return;
    const created = new EditorView(
      { mount: box.current },
      {
        state: createState(kind, ""),
        dispatchTransaction: (transaction) => apply(created, transaction),
        handleDOMEvents: { focus: (current) => onFocus(current) },
        handlePaste: pasteSpaced,
        transformPastedHTML: prepareHtml,
        transformPasted: (slice) => simplify(slice, kind),
        clipboardTextParser: (text) => Slice.maxOpen(toDocument(text, kind).content),
        scrollThreshold: COVERED,
        scrollMargin: COVERED,
      },
    );
    editor.current = created;
    if (view) view.current = created;
    shownValue.current = null;
    return () => created.destroy();
  }, [kind, view]);
  const onFocus = useEffectEvent((current: EditorView) => onCursor(current));
  useLayoutEffect(() => {
    // The editor already shows the typed words. Drawing them again would move the cursor.
    if (shownValue.current !== value) editor.current?.updateState(createState(kind, value));
    shownValue.current = value;
  }, [value, kind]);
  useLayoutEffect(() => {
    editor.current?.setProps({ nodeViews: { field: (node) => ({ dom: drawField(node, values) }) } });
  }, [values, kind]);
  return (
    <div className="stack gap-2">
      <div className="row middle apart gap-2">
        <p id={`${id}-label`} className="small medium">
          {label}
          {required && <RequiredMark />}
        </p>
        {labelTool}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {tools}
      <div
        ref={box}
        className={classNames(styles.text, !isLine && (kind === "points" ? styles.points : styles.long))}
        role="textbox"
        tabIndex={0}
        aria-multiline={!isLine}
        aria-labelledby={`${id}-label`}
        aria-describedby={classNames(error && `${id}-error`, hint && `${id}-hint`) || undefined}
        aria-invalid={error ? true : undefined}
        aria-required={required}
        spellCheck
      />
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
    </div>
  );
}

/** The space in pixels that the buttons above the text and the bar below it may cover. */
const COVERED = { top: 180, bottom: 160, left: 0, right: 0 };

function createState(kind: TextKind, value: string): EditorState {
  const doc = toDocument(value, kind);
  return EditorState.create({ doc, selection: Selection.atEnd(doc), plugins: plugins[kind] });
}

const doNothing: Command = () => true;

const newParagraph = baseKeymap["Enter"] ?? doNothing;

const createPlugins = (keys: Readonly<Record<string, Command>>, enter: Command) => [
  history(),
  keymap({ "Mod-z": undo, "Mod-y": redo, "Shift-Mod-z": redo, Enter: enter, "Shift-Enter": enter, ...keys }),
  // Keeps Firefox from opening its bookmarks (b), page info (i) and page source (u). Leaves selecting all (a) to the
  // browser.
  keymap({ ...baseKeymap, "Mod-b": doNothing, "Mod-i": doNothing, "Mod-u": doNothing, "Mod-a": () => false }),
];

const { strong, em } = schemas.rich.marks;
const { item } = schemas.rich.nodes;

export const toggleBold = toggleMark(strong, null, { removeWhenPresent: false });

const plugins = {
  words: createPlugins({}, doNothing),
  points: createPlugins({}, newParagraph),
  line: createPlugins({}, doNothing),
  plain: createPlugins({}, newParagraph),
  rich: createPlugins(
    {
      "Mod-b": toggleBold,
      "Mod-i": toggleMark(em, null, { removeWhenPresent: false }),
      Backspace: (state, dispatch) => isAtStart(state) && liftListItem(item)(state, dispatch),
    },
    chainCommands(splitListItem(item), newParagraph),
  ),
};

const isAtStart = ({ selection: { empty, $from } }: EditorState): boolean =>
  empty && $from.parentOffset === 0;

function drawField({ attrs }: Node, values: Fields): HTMLElement {
  const name = String(attrs["name"]);
  const label = labelField(name);
  const element = document.createElement("span");
  element.dataset["field"] = name;
  const value = getOwn(values, name);
  element.textContent = value || (value === "" ? `${label}: empty` : `{{${name}}}`);
  element.title = `${label}: the shop always shows the current value`;
  return element;
}

/** True if the pasted text is one line: words, a paragraph or a heading. */
const isOneLine = ({ content }: Slice): boolean =>
  (content.firstChild?.isInline || (content.childCount === 1 && content.firstChild?.isTextblock)) === true &&
  !content.textBetween(0, content.size).includes("\n");

/** Writes a pasted text as Markdown and reads it again, so that it looks as it will be saved. */
function simplify(slice: Slice, kind: TextKind): Slice {
  if (slice.size === 0 || isOneLine(slice)) return slice;
  const { content } = slice;
  const isInline = content.firstChild?.isInline === true;
  const blocks = isInline ? Fragment.from(schemas[kind].nodes.paragraph.create(null, content)) : content;
  return Slice.maxOpen(toDocument(toSource(blocks, kind), kind).content);
}

/** Pastes a line with the spaces around it, which the library leaves out. */
function pasteSpaced({ state, dispatch }: EditorView, event: ClipboardEvent, slice: Slice): boolean {
  // Ignore a pasted picture, which would only remove the selected words.
  if (slice.size === 0) return true;
  if (!isOneLine(slice)) return false;
  const { content } = slice;
  const words = content.firstChild?.isTextblock ? content.firstChild.content : content;
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const pasted = words.textBetween(0, words.size);
  const addSpace = (space: RegExp) =>
    space.test(text) && !space.test(pasted) ? [state.schema.text(" ")] : [];
  const spaced = Fragment.from([...addSpace(/^\s/), ...words.content, ...addSpace(/\s$/)]);
  dispatch(state.tr.replaceSelection(new Slice(spaced, 0, 0)).scrollIntoView());
  return true;
}

/** Returns the formats at the cursor. Their buttons look pressed. */
export function findFormats(state: EditorState): { isBold: boolean; level: number; list: string } {
  const { $from, from, to, empty } = state.selection;
  return {
    isBold: empty
      ? strong.isInSet(state.storedMarks ?? $from.marks()) !== undefined
      : state.doc.rangeHasMark(from, to, strong),
    level: Number($from.parent.attrs["level"] ?? 0),
    // The paragraph is in an item, and the item is in the list.
    list: $from.depth > 2 ? $from.node(-2).type.name : "",
  };
}

interface FoundLink {
  mark: Mark;
  from: number;
  to: number;
}

/** Finds the whole link at the cursor, even if only some of its words are bold. */
export function findLink({ selection: { $from, empty } }: EditorState): FoundLink | undefined {
  const links: FoundLink[] = [];
  $from.parent.forEach((child, offset) => {
    const mark = schemas.rich.marks.link.isInSet(child.marks);
    const from = $from.start() + offset;
    const to = from + child.nodeSize;
    const last = links.at(-1);
    if (mark && last?.to === from && last.mark.eq(mark)) last.to = to;
    else if (mark) links.push({ mark, from, to });
  });
  return links.find(({ from, to }) => from <= $from.pos && ($from.pos < to || (empty && $from.pos === to)));
}

/** Changes the address of the link at the cursor, links the selected words, or inserts a link with `words`. */
export const setLink =
  (href: string, words: string): Command =>
  (state, dispatch) => {
    const { tr, selection } = state;
    const mark = schemas.rich.marks.link.create({ href });
    const { from, to } = findLink(state) ?? selection;
    if (from === to) tr.replaceSelectionWith(schemas.rich.text(words, [mark]), false);
    else tr.removeMark(from, to, mark.type);
    if (from !== to && href !== "") tr.addMark(from, to, mark);
    dispatch?.(tr.scrollIntoView());
    return true;
  };

export const insertField =
  (name: string): Command =>
  ({ tr, schema }, dispatch) => {
    dispatch?.(tr.replaceSelectionWith(schema.node("field", { name })).scrollIntoView());
    return true;
  };

const { paragraph, heading } = schemas.rich.nodes;

export const toggleHeading =
  (level: number): Command =>
  (state, dispatch) => {
    const isActive = findFormats(state).level === level;
    const change = isActive ? setBlockType(paragraph) : setBlockType(heading, { level });
    return both(liftListItem(item), change)(state, dispatch);
  };

/** Begins or ends a list, or changes the list at the cursor to the other type (bullets or numbers). */
export const toggleList =
  (type: NodeType): Command =>
  (state, dispatch) => {
    const { list } = findFormats(state);
    if (list === type.name) return liftListItem(item)(state, dispatch);
    if (list === "") return both(setBlockType(paragraph), wrapInList(type))(state, dispatch);
    dispatch?.(state.tr.setNodeMarkup(state.selection.$from.before(-2), type));
    return true;
  };

/** Runs the first command if it is possible, and then the second. Undo reverts both in one step. */
const both =
  (first: Command, second: Command): Command =>
  (state, dispatch) => {
    let { tr } = state;
    first(state, (done) => {
      tr = done;
    });
    return second(state.apply(tr), (next) => {
      for (const step of next.steps) tr.step(step);
      dispatch?.(tr);
    });
  };
