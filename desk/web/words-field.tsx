import type { EditorView } from "prosemirror-view";
import { useEffect, useRef, useState } from "react";
import { uncapitalise } from "#contract/text.ts";
import { textList } from "#shop/texts/command-results.ts";
import { describeUnknownValue } from "#shop/texts/text.ts";
import type { Fields } from "./edited-text.ts";
import { labelField } from "./labels.ts";
import { Tool, ValueMenu } from "./markdown-field.tsx";
import { listValues, replaceValues } from "./markdown-text.ts";
import { insertField, RichText } from "./rich-text.tsx";
import { Small, ViewState } from "./screen-parts.tsx";
import { useView } from "./use-view.ts";

interface WordsFieldProps {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  required: boolean;
  /** True for a list with a sentence on each line. */
  many: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** A field for a sentence. The owner can insert placeholders from a list, which the shop replaces by its values. */
export default function WordsField(props: WordsFieldProps) {
  const { data, error, isLoading } = useView(textList, { readAfter: "changes" });
  if (!data) return <ViewState error={error} isLoading={isLoading} lines={2} />;
  return <ValuesField {...props} fields={data.fields} />;
}

const NUMBER = "{number}";
const NUMBER_FIELD = "{{tracking-number}}";
const SAMPLE_NUMBER = { "tracking-number": "123456789" };

/** A field for the address of a courier's tracking page, into which the owner inserts the tracking number. */
export const TrackingLinkField = ({ value, onChange, ...props }: WordsFieldProps) => (
  <ValuesField
    {...props}
    value={value.replaceAll(NUMBER, NUMBER_FIELD)}
    onChange={(text) => onChange(text.replaceAll(NUMBER_FIELD, NUMBER))}
    normalise={(text) => text.replaceAll(NUMBER, NUMBER_FIELD)}
    fields={SAMPLE_NUMBER}
  />
);

interface ValuesFieldProps extends WordsFieldProps {
  fields: Fields;
  normalise?: (text: string) => string;
}

function ValuesField({ many, error, fields, ...field }: ValuesFieldProps) {
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // A dialog focused its first field before this field was loaded. If this field is above that one, focus it instead.
    const dialog = frame.current?.closest("dialog, [role=dialog]");
    const first = dialog?.querySelector("form :is(input, select, textarea, [role=textbox])");
    if (first && frame.current?.contains(first) && dialog?.contains(document.activeElement))
      view.current?.focus();
  }, []);
  const close = () => {
    setOpen(false);
    view.current?.focus();
  };
  const insert = (name: string) => {
    close();
    const editor = view.current;
    if (editor) insertField(name)(editor.state, (transaction) => editor.dispatch(transaction));
  };
  const names = Object.keys(fields);
  const only = names.length === 1 ? names[0] : undefined;
  const unknown = listValues(field.value).find((name) => !Object.hasOwn(fields, name));
  const lines = field.value.split("\n").map((line) => explainMissing(line, fields));
  return (
    <div ref={frame} className="stack gap-1">
      <RichText
        {...field}
        error={error ?? (unknown && describeUnknownValue(unknown))}
        kind={many ? "points" : "words"}
        values={fields}
        view={view}
        onCursor={() => {}}
        labelTool={
          only === undefined ? (
            <Tool name={`Insert a value in ${field.label}`} isOpen={isOpen} onClick={() => setOpen(!isOpen)}>
              Insert a value
            </Tool>
          ) : (
            <Tool name={`Insert the ${uncapitalise(labelField(only))}`} onClick={() => insert(only)} />
          )
        }
        tools={isOpen && <ValueMenu mailFields={{}} fields={fields} onChoose={insert} onCancel={close} />}
      />
      <div role="status">
        {lines.map((text, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two lines may have the same words
          <Small key={at}>{text}</Small>
        ))}
      </div>
    </div>
  );
}

/** Returns why customers do not see a sentence. The field itself shows the other sentences as customers see them. */
function explainMissing(line: string, fields: Fields): string | null {
  const names = listValues(line);
  const empty = names.find((name) => fields[name] === "");
  if (empty === undefined || names.some((name) => !Object.hasOwn(fields, name))) return null;
  const words = replaceValues(line, (name) => fields[name] ?? "").trim();
  return `Customers do not see “${words}”, because “${labelField(empty)}” is empty at the moment.`;
}
