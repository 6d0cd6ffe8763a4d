import { openMailServer } from "../../support/mails.ts";

// A mail server that accepts every mail of the rehearsed shop and prints its recipient and subject to the journal.

const { heard } = await openMailServer(2525);
let printed = 0;
setInterval(() => {
  for (const line of heard.slice(printed).filter((each) => /^RCPT TO:|^Subject:/i.test(each)))
    process.stdout.write(`${line}\n`);
  printed = heard.length;
}, 200);
