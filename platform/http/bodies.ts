import { Readable } from "node:stream";
import { withOwnTimeBudget } from "../database/query-watchdog.ts";

type Fields = Readonly<Record<string, unknown>>;

type ReadPart = () => Promise<readonly unknown[]>;

/** A JSON response with a list that is too long for memory. The list is read and sent in chunks. */
export class JsonStream {
  private readonly chunks: AsyncGenerator<string>;

  constructor(head: Fields, name: string, parts: Iterable<ReadPart>, tail: Fields) {
    this.chunks = writeJson(head, name, parts, tail);
  }

  toReadable(): Readable {
    return Readable.from(this.chunks, { objectMode: false, highWaterMark: 1 });
  }
}

/** Yields the same text as `JSON.stringify`. Each chunk is read after the previous one was sent. */
async function* writeJson(
  head: Fields,
  name: string,
  parts: Iterable<ReadPart>,
  tail: Fields,
): AsyncGenerator<string> {
  yield `{${[...listFields(head), `${JSON.stringify(name)}:[`].join(",")}`;
  let isFirst = true;
  for (const readPart of parts) {
    const part = await withOwnTimeBudget(readPart);
    if (part.length === 0) continue;
    const text = part.map((body) => JSON.stringify(body)).join(",");
    yield isFirst ? text : `,${text}`;
    isFirst = false;
  }
  yield `${["]", ...listFields(tail)].join(",")}}`;
}

const listFields = (fields: Fields): string[] =>
  Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);

export class FileAnswer {
  readonly bytes: Buffer;
  private readonly type: string;
  private readonly fileName: string;

  constructor(bytes: Buffer, type: string, fileName: string) {
    this.bytes = bytes;
    this.type = type;
    this.fileName = fileName;
  }

  /** In the file name, all characters but letters, digits, `_`, `.` and `-` become hyphens. */
  headers(): Record<string, string> {
    const name = this.fileName.replaceAll(/[^\w.-]/g, "-");
    return { "content-type": this.type, "content-disposition": `attachment; filename="${name}"` };
  }
}
