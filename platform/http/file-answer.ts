/** An answer that is a file: what it holds, its media type, and the name under which a browser saves it. */
export class FileAnswer {
  readonly bytes: Buffer;
  private readonly type: string;
  private readonly fileName: string;

  constructor(bytes: Buffer, type: string, fileName: string) {
    this.bytes = bytes;
    this.type = type;
    this.fileName = fileName;
  }

  /** A name of other than plain letters would need quoting: what is not one becomes a hyphen. */
  headers(): Record<string, string> {
    const name = this.fileName.replaceAll(/[^\w.-]/g, "-");
    return { "content-type": this.type, "content-disposition": `attachment; filename="${name}"` };
  }
}
