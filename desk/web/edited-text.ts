import { type ComponentType, createContext, type ReactNode } from "react";

/** Names of the shop's values and their current texts. */
export type Fields = Readonly<Record<string, string>>;

export interface MarkdownFieldProps {
  label: string;
  error?: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

export interface ShownText {
  /** The editor of the text. Only the screen for texts loads it. */
  Editor: ComponentType<MarkdownFieldProps>;
  isMail: boolean;
  /** The fields that only this e-mail has, with sample values. */
  mailFields: Fields;
  /** The fields of all texts, with their current values. */
  fields: Fields;
  /** `place` is the text of the paragraph with the cursor. */
  drawPreview: (text: string, place: string) => ReactNode;
}

/** The kind, the fields and the preview of the edited text. Without them, the text has a plain text area. */
export const EditedText = createContext<ShownText | null>(null);
