import { openMailServer } from "../../support/mails.ts";

/* Takes every mail of the rehearsed shop and writes down whom it is for, into the journal. */

const LOOK_EVERY_MS = 200;

const { heard } = await openMailServer(2525);
let written = 0;
setInterval(() => {
  for (const line of heard.slice(written).filter((each) => /^RCPT TO:|^Subject:/i.test(each)))
    process.stdout.write(`${line}\n`);
  written = heard.length;
}, LOOK_EVERY_MS);
