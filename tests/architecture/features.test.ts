import { expect, test } from "vitest";
import { exists, filesLike, rooms } from "./sources.ts";

test("every room with a server has a door", () => {
  const doorless = rooms.filter((room) => {
    const files = filesLike(`shop/${room}/server/**/*.ts`);
    return files.length > 0 && !exists(`shop/${room}/server/${room}.ts`);
  });
  expect(doorless).toEqual([]);
});

test("no file is a drawer, named after a kind and not a thing", () => {
  const drawers = /(^|\/)(constants|utils?|types|helpers?|messages|misc|common)\.(ts|tsx|mjs|css)$/;
  const files = filesLike("{contract,shop,server,web,tests,scripts}/**/*");
  expect(files.filter((file) => drawers.test(file))).toEqual([]);
});
