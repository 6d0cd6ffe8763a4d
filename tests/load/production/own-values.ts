import { sampleSeller } from "../../support/samples.ts";
import { REPOSITORY } from "./versions.ts";

export const DOMAIN = "shop.rehearsal.example";

/** The program of the rehearsal that stands in for a mail server, as the container finds it. */
const MAILS = "/opt/taruva/current/tests/load/production/receive-mails.ts";

const seller = JSON.stringify({
  ...sampleSeller,
  socialLinks: [],
  taxRates: { cgst: 9, sgst: 9 },
  toConfirm: [],
});

/** Steps of the rehearsal where the document says that the values are the owner's. */
export const ownValues: Readonly<Record<string, (commands: string) => string>> = {
  "# yours: names": (commands) =>
    commands
      .replace("DOMAIN=shop.example", `DOMAIN=${DOMAIN}`)
      .replace("REPOSITORY=https://git.example/taruva.git", `REPOSITORY=file://${REPOSITORY}`),
  "# yours: mail server": (commands) => `
    systemd-run --quiet --unit rehearsal-mails --uid nobody /opt/node/bin/node ${MAILS}
    ${commands.replace("smtps://user:password@mail.example:465", "smtp://127.0.0.1:2525")}`,
  "# yours: seller": () => `cat > /srv/taruva/goods/seller.json <<'END'\n${seller}\nEND`,
  "# yours: name service": (commands) => `echo "127.0.0.1 $DOMAIN" >> /etc/hosts\n${commands}`,
  "# yours: where backups go": (commands) =>
    commands.replace("backup@elsewhere.example:taruva/", "/var/tmp/elsewhere/"),
};
