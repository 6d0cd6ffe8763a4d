/** What a mail says, before it is laid out. */
export interface Letter {
  subject: string;
  /** The first name of the reader; without it nobody is greeted by name. */
  to?: string;
  paragraphs: readonly string[];
  /** Set large, to be copied by eye. */
  code?: string;
  /** One way on; `path` is an address of this shop. */
  action?: { label: string; path: string };
  /** What to do if something about it is not right. */
  footnote?: string;
}
