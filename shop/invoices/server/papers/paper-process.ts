import { readFileSync } from "node:fs";
import {
  initSync,
  type TypstCompiler,
  TypstCompilerBuilder,
  TypstFontResolverBuilder,
} from "@myriaddreamin/typst-ts-web-compiler";
import { colours, PRINTED_LINE } from "#contract/colours.ts";
import { paint } from "#shop/brand/derive-colours.ts";
import type { ShopBranding } from "#shop/brand/server/index.ts";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import type { LettersJob, PaperJob } from "./draw-paper.ts";
import { toPrintedText } from "#shop/orders/gift.ts";
import { serveJobs } from "#platform/processes/idle-process.ts";
import { nameSourcesInStacks } from "#platform/observe/source-stacks.ts";

const DIAGNOSTICS_AS_OBJECTS = 3;

const TEMPLATE = "/papers.typ";

/** The shop's fonts, and Noto Sans for Indian and European scripts. `papers.typ` defines which font is preferred. */
const fonts = [
  "Figtree_400Regular",
  "Figtree_600SemiBold",
  "Marcellus_400Regular",
  ...["", "Arabic", "Bengali", "Gujarati", "Gurmukhi", "Kannada"].flatMap(toNotoFiles),
  ...["Malayalam", "MeeteiMayek", "OlChiki", "Oriya", "Tamil", "Telugu"].flatMap(toNotoFiles),
];

function toNotoFiles(script: string): string[] {
  return [`NotoSans${script}_400Regular`, `NotoSans${script}_600SemiBold`];
}

const DEFAULT_FACE: ShopBranding = {
  mark: readFileSync(resolveFromRoot("web/public/favicon.svg"), "utf8"),
  colours: {},
};

/** Maximum memory of this process. A larger process is replaced, because the compiler (0.7.0) leaks 1 MB a document. */
const MAX_BYTES = 320_000_000;

let compiler: Promise<TypstCompiler> | null = null;
let hasFailed = false;

async function compilePaper({ face = DEFAULT_FACE, ...job }: PaperJob): Promise<Uint8Array> {
  compiler ??= openCompiler();
  const templateInput = {
    ...job,
    logo: face.logo,
    mark: face.mark,
    colours: { ...colours, printedLine: PRINTED_LINE },
  };
  const input = JSON.stringify(templateInput, (_, value: unknown) =>
    typeof value === "string" ? makeSafe(value) : value,
  );
  hasFailed = true;
  const compiled = (await compiler).compile(
    TEMPLATE,
    [["job", paint(input, face.colours)]],
    "pdf",
    DIAGNOSTICS_AS_OBJECTS,
  ) as {
    result?: Uint8Array;
    diagnostics?: unknown;
  };
  if (!compiled.result)
    throw new Error(`The document could not be drawn: ${JSON.stringify(compiled.diagnostics)}`);
  hasFailed = false;
  return compiled.result;
}

const isCompilerSpent = (): boolean => hasFailed || process.memoryUsage.rss() > MAX_BYTES;

/** Returns the letters of each text that documents cannot print. Omits emoji, unless the text contains nothing else. */
async function listMissingLetters({ texts }: LettersJob): Promise<string[]> {
  compiler ??= openCompiler();
  await compiler;
  const letters = (printableLetters ??= readPrintableLetters());
  return texts.map((text) => {
    const printed = toPrintedText(text);
    if (printed === "") return text;
    return [...new Set(printed)].filter((letter) => !letters.has(letter.codePointAt(0) ?? 0)).join("");
  });
}

let printableLetters: ReadonlySet<number> | null = null;

function readPrintableLetters(): ReadonlySet<number> {
  const resolver = new TypstFontResolverBuilder();
  const letters = new Set<number>();
  for (const font of fonts.filter((name) => name.endsWith("_400Regular"))) {
    // `coverage`: lengths of consecutive ranges of code points. The font lacks the first, has the second, and so on.
    const { info } = resolver.get_font_info(readFileSync(findFont(font))) as {
      info: { coverage: number[] }[];
    };
    for (const { coverage } of info) {
      let first = 0;
      for (const [at, count] of coverage.entries()) {
        if (at % 2 === 1) for (let letter = first; letter < first + count; letter++) letters.add(letter);
        first += count;
      }
    }
  }
  resolver.free();
  return letters;
}

/**
 * Prevents two crashes of the compiler. Replaces lone surrogates. In scripts such as Devanagari, allows a line
 * break after 100 letters, because 256 letters without a possible line break cause a crash.
 */
const makeSafe = (text: string): string =>
  toPrintedText(text.toWellFormed()).replaceAll(/[\p{Lo}\p{M}\u200C\u200D]{100}/gu, "$&\u200B");

async function openCompiler(): Promise<TypstCompiler> {
  const path = "node_modules/@myriaddreamin/typst-ts-web-compiler/pkg/typst_ts_web_compiler_bg.wasm";
  initSync({ module: readFileSync(resolveFromRoot(path)) });
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const font of fonts) await builder.add_raw_font(readFileSync(findFont(font)));
  const built = await builder.build();
  built.add_source(TEMPLATE, readFileSync(resolveFromRoot("shop/invoices/server/papers/papers.typ"), "utf8"));
  return built;
}

function findFont(file: string): string {
  const [family = "", style = ""] = file.split("_");
  const folder = family.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  return resolveFromRoot("node_modules/@expo-google-fonts", folder, style, `${file}.ttf`);
}

// This file runs as a separate process, which `draw-paper.ts` starts, so it sets up its own stack traces.

nameSourcesInStacks();
serveJobs((value) => {
  const job = value as PaperJob | LettersJob;
  return job.kind === "letters" ? listMissingLetters(job) : compilePaper(job);
}, isCompilerSpent);
