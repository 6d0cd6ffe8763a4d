import { formatCount } from "#contract/text.ts";
import type { FileError } from "#platform/storage/owner-file.ts";
import type { Finding } from "#platform/checks/finding.ts";
import { readCatalogueFolder } from "./owner-folder/catalogue-folder.ts";

/**
 * The owner's folder before the shop has taken it over: every fault and sample by itself, of the remarks of a file how
 * many. Pictures are not opened.
 */
export async function examineCatalogueFolder(
  folder: string,
): Promise<{ summary: string; findings: Finding[] }> {
  const { goods, errors, warnings, pictures } = await readCatalogueFolder(folder);
  const isOwnFact = ({ file, field }: FileError) => file === "seller.json" && field !== "toConfirm";
  const remarks = Map.groupBy(
    warnings.filter((warning) => !isOwnFact(warning)),
    ({ file }) => file,
  );
  return {
    summary: `${formatCount(goods?.list.products.length ?? 0, "product")}, ${formatCount(pictures.length, "picture")}`,
    findings: [
      ...[...errors, ...warnings.filter(isOwnFact)].map(toFolderFinding),
      ...[...remarks].map(([file, found]) => ({
        about: file,
        what: `${formatCount(found.length, "remark")}, the first: ${found[0]?.message ?? ""}`,
        remedy: "Once the shop is open: products check",
      })),
    ],
  };
}

/** What is wrong in one of the owner's files, and that it counts once it is imported. */
export const toFolderFinding = ({ file, where, field, message }: FileError): Finding => ({
  about: [file, where, field].filter(Boolean).join(", "),
  what: message,
  remedy: "Write your own, then: products import",
});
