// Reads the command blocks of docs/owners/production.md, and replaces the parts that the owner has to fill in.

import { sampleSeller } from "../../support/samples.ts";

export interface Block {
  heading: string;
  /** The comment in the first line of the block, such as `# restore` or `# yours: seller`; else empty. */
  mark: string;
  commands: string;
}

/** Returns the `sh` code blocks without their indentation, except those that begin with `# not run here`. */
export function readBlocks(document: string): Block[] {
  const blocks: Block[] = [];
  let heading = "";
  for (const [, title, indent = "", code = ""] of document.matchAll(
    /^#+ (.+)$|^( *)```sh\n([\s\S]*?)^ *```$/gm,
  )) {
    if (title !== undefined) heading = title;
    else blocks.push(toBlock(heading, code.replaceAll(new RegExp(`^${indent}`, "gm"), "")));
  }
  return blocks.filter(({ mark }) => !/^# not run here\b/.test(mark));
}

function toBlock(heading: string, code: string): Block {
  const [first = "", ...rest] = code.trimEnd().split("\n");
  const isMarked = /^# (not run here\b.*|yours: .+|\w+)$/.test(first);
  return isMarked
    ? { heading, mark: first, commands: rest.join("\n") }
    : { heading, mark: "", commands: code };
}

export const DOMAIN = "shop.rehearsal.example";
export const REPOSITORY = "/srv/taruva.git";

export const seller = JSON.stringify({
  ...sampleSeller,
  socialLinks: [],
  taxRates: { cgst: 9, sgst: 9 },
  toConfirm: [],
});

/** Functions that replace sample values in a command block. The key is the comment in the block's first line. */
export const ownValues: Readonly<Record<string, (commands: string) => string>> = {
  "# yours: names": (commands) =>
    commands
      .replace("DOMAIN=shop.example", `DOMAIN=${DOMAIN}`)
      .replace("REPOSITORY=https://git.example/taruva.git", `REPOSITORY=file://${REPOSITORY}`),
  "# yours: mail server": (commands) => `
    systemd-run --quiet --unit rehearsal-mails --uid nobody /opt/node/bin/node /opt/taruva/current/tests/load/production/receive-mails.ts
    ${commands.replace("smtps://user:password@mail.example:465", "smtp://127.0.0.1:2525")}`,
  "# yours: seller": () => `cat > /srv/taruva/goods/seller.json <<'END'\n${seller}\nEND`,
  "# yours: name service": (commands) => `echo "127.0.0.1 $DOMAIN" >> /etc/hosts\n${commands}`,
  "# yours: where backups go": (commands) =>
    commands.replace("backup@elsewhere.example:taruva/", "/var/tmp/elsewhere/"),
};
