import { toChoiceLabel } from "#contract/field-labels.ts";
import { capitalise } from "#contract/text.ts";
import { type ComponentProps, createContext, use, lazy, Suspense, useId, useRef } from "react";
import { colours } from "#contract/colours.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox, RadioGroup } from "#ui/choice.tsx";
import { listIndianStates } from "#shop/addresses/indian-states.ts";
import { findReadable } from "#shop/brand/derive-colours.ts";
import { SkeletonText } from "#ui/skeleton.tsx";
import {
  FieldError,
  FieldHint,
  type FieldText,
  Options,
  SelectField,
  TextArea,
  TextField,
} from "#ui/field.tsx";
import { ChipsField } from "./chips-field.tsx";
import { EditedText } from "./edited-text.ts";
import { FileField } from "./file-field.tsx";
import { readText, type Value, type Word } from "./form-values.ts";
import { CourierField, LISTED_KINDS, ListedField, NAMED_KINDS, NamedField } from "./listed-field.tsx";
import { Thumb } from "./order-parts.tsx";
import { formatPieces, PiecesPicker, ProductPicker, readPieces } from "./product-picker.tsx";
import { StockField } from "./stock-field.tsx";
import { useCommand, useValues } from "./use-view.ts";
import styles from "./word-field.module.css";

interface WordFieldProps {
  word: Word;
  label: string;
  value: Value;
  error?: string | undefined;
  onChange: (value: Value) => void;
}

export function WordField({ word, label, value, error, onChange }: WordFieldProps) {
  const lines = use(OrderLines);
  const edited = use(EditedText);
  const canFindProducts = useCommand("products list") !== undefined;
  const canReadTexts = useCommand("texts") !== undefined;
  const { name, required, choices, flag, many, kind } = word;
  const summary = toHint(word.summary);
  const text = readText(value);
  const hint = name === "hidden" || isInLabel(withoutExample(summary), label) ? undefined : summary;
  const offered = choices ?? (name === "state" ? listIndianStates(text || undefined) : undefined);
  const mark = (note?: string) =>
    word.mark && text === "" ? [drawMark(word.mark), note && ` · ${note}`] : note;
  const shared = { label, hint: mark(hint), required, error, value: text, name };
  const onType = (event: { target: { value: string } }) => onChange(event.target.value);
  if (flag)
    return (
      <div>
        <Checkbox
          label={label}
          hint={hint}
          aria-invalid={error ? true : undefined}
          checked={text === "on"}
          onChange={(event) => onChange(event.target.checked ? "on" : "")}
        />
        {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
      </div>
    );
  if (choices && many)
    return <ManyChoices {...{ choices, label, error, onChange }} hint={summary} value={text} />;
  if (offered)
    return (
      <SelectField {...shared} onChange={onType}>
        {(!required || text === "") && (
          <option value="">{toChoiceLabel(name, "") || (text === "" ? "Choose" : "")}</option>
        )}
        <Options of={offered.map((choice) => [choice, toChoiceLabel(name, choice)] as const)} />
      </SelectField>
    );
  if (kind === "pieces" && many && lines.length > 0)
    return <PiecesField {...{ lines, label, hint: withoutExample(summary), error, onChange }} value={text} />;
  if (kind === "pieces" && many && canFindProducts)
    return (
      <PiecesPicker
        {...{ label, hint: hint && withoutExample(hint), error, required, onChange }}
        value={text}
      />
    );
  if (kind === "product" && canFindProducts)
    return (
      <ProductPicker
        {...{ label, error, required, onChange, many: many === true }}
        hint={hint && withoutExample(hint)}
        value={text}
      />
    );
  if (kind === "tracking-link" || (kind === "words" && canReadTexts)) {
    const Editor = kind === "words" ? WordsField : TrackingLinkField;
    return (
      <Suspense fallback={<SkeletonText lines={2} />}>
        <Editor {...{ label, hint, error, required, onChange, many: many === true }} value={text} />
      </Suspense>
    );
  }
  if (name === "stock") return <StockField {...{ kind, label, error, required, onChange }} value={text} />;
  if (!many && NAMED_KINDS.includes(kind))
    return (
      <NamedField
        {...shared}
        hint={mark(hint && withoutExample(hint))}
        {...{ kind, onChange }}
        or={word.or}
      />
    );
  if (LISTED_KINDS.includes(kind))
    return <ListedField {...shared} hint={hint && withoutExample(hint)} kind={kind} onChange={onChange} />;
  if (kind === "file" || kind === "picture" || kind === "video")
    return (
      <FileField
        {...{ word, label, error, onChange }}
        hint={summary}
        files={Array.isArray(value) ? value : undefined}
      />
    );
  if (kind === "markdown" && edited) return <edited.Editor {...{ label, error, onChange }} value={text} />;
  if (kind === "colour")
    return <ColourField {...{ name, label, error, onChange }} hint={summary} value={text} />;
  if (many && (CHIP_KINDS.includes(kind) || CHIP_NAMES.includes(name)))
    return <ChipsField {...shared} {...{ kind, summary, onChange }} hint={mark()} />;
  if (many || LONG_TEXTS.includes(name))
    return (
      <TextArea
        {...shared}
        rows={kind === "markdown" ? 18 : many || name === "reason" ? 2 : name === "words" ? 5 : 3}
        hint={mark(many ? `${summary}. Enter one on each line` : summary)}
        onChange={onType}
      />
    );
  return name === "courier" ? (
    <CourierField {...shared} onChange={onChange} />
  ) : (
    <LineField {...shared} word={word} onChange={onChange} />
  );
}

const drawMark = (text: string) => (
  <Badge key="mark" tone="waiting" quiet>
    {text}
  </Badge>
);

/** Fields with several short values. Their entries contain no comma. */
const CHIP_KINDS = ["category", "material", "order", "subcategory"];
const CHIP_NAMES = ["cash-only-pins", "cash-not-pins"];

/** These two fields are loaded when the first of them is shown, because the library of their editor is large. */
const WordsField = lazy(() => import("./words-field.tsx"));
const TrackingLinkField = lazy(async () => ({
  default: (await import("./words-field.tsx")).TrackingLinkField,
}));

const FILLERS = "a an the of on its their s customer card code in rupees".split(" ");

/** True if a hint adds only fillers to the label: below "Name", the hint "The customer's name" says nothing new. */
function isInLabel(hint: string, label: string): boolean {
  const toWords = (text: string) => text.toLowerCase().match(/[a-z]+|\S/g) ?? [];
  const labelWords = new Set(toWords(label));
  return toWords(hint).every((word) => word === "'" || FILLERS.includes(word) || labelWords.has(word));
}

/** Parts of a summary that only make sense on the command line. */
const COMMAND_LINE_PARTS =
  /; it can contain fields such as .*$|; \{number\} stands for .*$|, (each )?in quotes|[;,] (or )?none( removes it)?$|; for a list, .*$/g;

const toHint = (summary: string): string => {
  const withoutParts = summary.replaceAll(COMMAND_LINE_PARTS, "");
  return capitalise(withoutParts.replace(/; none (?:for|brings back) (.+)$/, "; leave it empty for $1"));
};

/** Removes the example from a summary, because the user selects products instead of typing their ids. */
const withoutExample = (summary: string): string => summary.replace(/, e\.g\. [^;]+/, "");

/** The items of the order that the form is about. The user selects from them instead of typing product ids. */
export const OrderLines = createContext<readonly OrderLine[]>([]);

interface OrderLine {
  productId: string;
  title: string;
  quantity: number;
  imageUrl: string | null;
  /** A note beside the quantity, for example how many other pieces of this line are already refunded. */
  note?: string;
}

interface PiecesFieldProps extends ChosenProps {
  lines: readonly OrderLine[];
}

function PiecesField({ lines, label, hint, error, value, onChange }: PiecesFieldProps) {
  const counts = readPieces(value);
  const set = (productId: string, count: number) => {
    counts.set(productId, count);
    onChange(formatPieces(counts));
  };
  const first = lines.findIndex(({ quantity }) => quantity > 0);
  const hintId = useId();
  return (
    <fieldset className={styles.pieces} aria-describedby={hintId}>
      <legend className={styles.label}>{label}</legend>
      <p id={hintId} className={styles.hint}>
        {hint}
      </p>
      {lines.map(({ productId, title, quantity, imageUrl, note }, at) => (
        <div key={productId} className={styles.piece}>
          <Thumb href={imageUrl} title="" />
          {quantity === 0 ? (
            <div>
              <p className={styles.label}>{title}</p>
              <FieldHint id={`${hintId}-${at}`}>{note}</FieldHint>
            </div>
          ) : (
            <SelectField
              className={styles.choice}
              label={title}
              hint={note}
              error={at === first ? error : undefined}
              value={counts.get(productId) || ""}
              onChange={(event) => set(productId, Number(event.target.value))}
            >
              {Array.from({ length: quantity + 1 }, (_, count) => (
                <option key={count} value={count || ""}>
                  {count === 0 ? "None" : `${count} of ${quantity}`}
                </option>
              ))}
            </SelectField>
          )}
        </div>
      ))}
    </fieldset>
  );
}

interface ChosenProps {
  label: string;
  hint: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

interface ManyChoicesProps extends ChosenProps {
  choices: readonly string[];
}

function ManyChoices({ choices, label, hint, error, value, onChange }: ManyChoicesProps) {
  const chosen = new Set(value.split("\n"));
  return (
    <RadioGroup legend={label} error={error}>
      <p className={styles.hint}>{hint}</p>
      <div className={styles.many}>
        {choices.map((choice) => (
          <Checkbox
            key={choice}
            label={choice}
            aria-invalid={error ? true : undefined}
            checked={chosen.has(choice)}
            onChange={({ target: { checked } }) =>
              onChange(
                choices.filter((option) => (option === choice ? checked : chosen.has(option))).join("\n"),
              )
            }
          />
        ))}
      </div>
    </RadioGroup>
  );
}

/** Offers the standard colour, which an empty field means, or the nearest readable colour if a colour is too light. */
function ColourField({ name, label, hint, error, value, onChange }: ChosenProps & { name: string }) {
  const picker = useRef<HTMLInputElement>(null);
  const kind = name === "accent-colour" ? "accent" : "main";
  const colour = /^#[0-9a-f]{6}$/i.test(value.trim()) ? value.trim().toLowerCase() : null;
  const readable = colour === null ? null : findReadable(kind, colour);
  return (
    <div className={styles.colour}>
      <TextField
        {...{ name, label, value }}
        {...(readable === null
          ? { hint, error }
          : { error: "This colour is too light to be readable on the shop's background." })}
        placeholder={STANDARD_COLOURS[kind]}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      <input
        ref={picker}
        type="color"
        aria-label={`Choose: ${label}`}
        value={colour ?? STANDARD_COLOURS[kind]}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== "" && (
        <Button
          variant={readable === null ? "quiet" : "secondary"}
          onClick={() => {
            onChange(readable ?? "");
            picker.current?.focus();
          }}
        >
          <svg className={styles.swatch} viewBox="0 0 1 1" aria-hidden="true">
            <rect width="1" height="1" fill={readable ?? STANDARD_COLOURS[kind]} />
          </svg>
          {readable === null ? "Use the standard colour" : `Use the nearest, ${readable}`}
        </Button>
      )}
    </div>
  );
}

const STANDARD_COLOURS = { main: colours.walnut, accent: colours.turmeric };

interface LineFieldProps extends FieldText, Pick<ComponentProps<"input">, "name" | "required"> {
  word: Word;
  value: string;
  onChange: (value: string) => void;
}

function LineField({ word: { name, kind, or }, onChange, ...shared }: LineFieldProps) {
  const listId = useId();
  const { data: knownValues = [] } = useValues(kind, shared.value);
  const offered = [...or.map((value) => ({ value, summary: "" })), ...knownValues];
  // The name of the product with this id, or the GST rate of this HSN code.
  const meaning = offered.find(({ value }) => value === shared.value)?.summary;
  // A date picker would reject words such as `none`, so use a text field if such words are allowed.
  const input = or.length > 0 ? {} : (inputs[kind] ?? inputsByName[name]);
  return (
    <>
      <TextField
        {...shared}
        {...(meaning && { hint: meaning })}
        {...input}
        list={offered.length > 0 ? listId : undefined}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      {offered.length > 0 && (
        <datalist id={listId}>
          {offered.map(({ value, summary }) => (
            <option key={value} value={value} label={summary} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** The names of free texts. The shop accepts almost any text in them. */
export const LONG_TEXTS = ["words", "reason", "message", "text", "card", "description"];

const inputs: Readonly<Record<string, ComponentProps<"input">>> = {
  amount: { inputMode: "decimal" },
  number: { inputMode: "numeric" },
  position: { inputMode: "numeric" },
  day: { type: "date" },
  month: { type: "month" },
  link: { type: "url" },
  // The user types only a name, because the desk chooses the folder.
  "new-file": { spellCheck: false, pattern: String.raw`[^\/\\]+`, title: "A name without a folder" },
  order: { spellCheck: false },
  product: { spellCheck: false },
};

/** Fields of the kind `text` for which a phone should open another keyboard. */
const inputsByName: Readonly<Record<string, ComponentProps<"input">>> = {
  phone: { inputMode: "tel" },
  "recipient-phone": { inputMode: "tel" },
  pin: { inputMode: "numeric" },
  email: { inputMode: "email" },
  "company-email": { inputMode: "email" },
};
