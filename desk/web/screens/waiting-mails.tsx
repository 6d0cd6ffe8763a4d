import { useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatDateTime } from "#contract/dates.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { readTexts } from "#contract/read.ts";
import { formatCount } from "#contract/text.ts";
import { mailWaiting } from "#shop/notifications/command-results.ts";
import { Badge } from "#ui/badge.tsx";
import { CommandButton } from "../command-button.tsx";
import { labelMail } from "#shop/texts/labels.ts";
import { NamedButton } from "../named-button.tsx";
import { Acts, Entries, Entry, ScreenLink, Section, ShowMore, Small, ViewState } from "../screen-parts.tsx";
import { refreshChecks, useView } from "../use-view.ts";

/** The id of the section, to which a problem with an e-mail links. */
export const WAITING_MAILS = "waiting-mails";

const SHOWN_MAILS = 20;

/** The shop sends no event when it sends a mail, so the list is loaded again at this interval. */
const MAILS_RELOAD_MS = 5_000;

export const useMails = () => useView(mailWaiting, { reloadEveryMs: MAILS_RELOAD_MS });

export function WaitingMails() {
  const [maxRows, setMaxRows] = useState(SHOWN_MAILS);
  const { data, error, isLoading } = useMails();
  if (!data) return <ViewState error={error} isLoading={isLoading} />;
  if (data.length === 0) return null;
  return (
    <Section
      anchor={WAITING_MAILS}
      title="Waiting e-mails"
      actions={
        data.length > 1 && (
          <CommandButton name="mail" values={{ retry: "all" }} variant="secondary" onDone={refreshChecks}>
            Try all again
          </CommandButton>
        )
      }
    >
      <Entries>
        {data.slice(0, maxRows).map((mail) => (
          <MailEntry key={mail.id} {...mail} />
        ))}
      </Entries>
      <ShowMore count={data.length} most={maxRows} onChange={setMaxRows} text="Show more" />
    </Section>
  );
}

function MailEntry(mail: DataOf<typeof mailWaiting>[number]) {
  const { id, subscriber, payload, createdAt, attempts, runAt, deadAt, lastError } = mail;
  const name = labelMail(subscriber.replace("notifications.", ""));
  const { orderId, messageId } = readTexts(payload, ["orderId", "messageId"]);
  const next = deadAt === null ? `Next attempt: ${formatDateTime(runAt)}.` : "No further attempt is made.";
  return (
    <Entry
      head={
        <>
          <strong>{name}</strong>
          {orderId && <ScreenLink href={deskLinks.order(orderId)}>{orderId}</ScreenLink>}
          {messageId && <ScreenLink href={deskLinks.messages()}>Messages</ScreenLink>}
          {deadAt === null ? <Badge tone="waiting">Waiting</Badge> : <Badge tone="danger">Failed</Badge>}
        </>
      }
    >
      {lastError !== null && <p>Reason: {lastError}</p>}
      <Small>
        Since {formatDateTime(createdAt)}, {formatCount(attempts, "attempt")}. {next}
      </Small>
      <Acts>
        <NamedButton
          name="mail"
          text="Try again"
          of={`: ${name} ${orderId}`}
          values={{ retry: id }}
          variant="secondary"
          onDone={refreshChecks}
        />
      </Acts>
    </Entry>
  );
}
