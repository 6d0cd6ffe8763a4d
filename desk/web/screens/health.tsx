import { Fragment, useState } from "react";
import { deskLinks } from "#contract/desk-links.ts";
import { formatDateTime, formatTime, toIsoDay } from "#contract/dates.ts";
import { capitalise, formatCount } from "#contract/text.ts";
import { readTexts } from "#contract/read.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Notice } from "#ui/notice.tsx";
import { CommandButton } from "../command-button.tsx";
import { CopyButton } from "../copy-button.tsx";
import { labelFinding, labelMail } from "../labels.ts";
import { NamedButton } from "../named-button.tsx";
import { isAboutProduct, listProductsOf, ProductTitles, useProductTitle } from "../product-titles.tsx";
import { isOrderNumber } from "../router.ts";
import {
  Acts,
  Entries,
  Entry,
  ScreenFrame,
  ScreenLink,
  Section,
  ShowMore,
  Small,
  ViewState,
} from "../screen-parts.tsx";
import { useCommand, useView } from "../use-view.ts";
import { WriteButton } from "./order-whatsapp.tsx";
import { orderDetails } from "#shop/orders/command-results.ts";
import styles from "./health.module.css";
import { mailWaiting } from "#shop/notifications/command-results.ts";
import type { DataOf } from "#contract/command-data.ts";
import { sellerOptionNames } from "#shop/catalogue/command-results.ts";
import { backupList, checkResult } from "#contract/operator-results.ts";

export default function HealthScreen() {
  const [isWide, setWide] = useState(false);
  const hasBackups = useCommand("backup list") !== undefined;
  return (
    <ScreenFrame
      title="Health"
      lead={<Summary isWide={isWide} hasBackups={hasBackups} />}
      actions={<CheckAgain isWide={isWide} />}
    >
      <Findings isWide={isWide} onWiden={() => setWide(true)} />
      <Mails />
      {hasBackups && <Backups />}
    </ScreenFrame>
  );
}

/** Finds problems. If `isWide` is true, the shop also contacts its mail server and payment provider. */
function useFindings(isWide: boolean) {
  const options = isWide ? {} : { offline: "on" };
  const { data, ...query } = useView({ ...checkResult, options }, { readAfter: "asked" });
  return { ...query, findings: data && omitRepeated(data) };
}

/** Counts several sample values of one field once, because the screen shows its name once. */
const omitRepeated = (findings: readonly ShownFinding[]): ShownFinding[] => [
  ...new Map(
    findings.map((finding) => [isSample(finding) ? labelFinding(finding.about) : finding, finding] as const),
  ).values(),
];

function Summary({ isWide, hasBackups }: { isWide: boolean; hasBackups: boolean }) {
  const { findings, error } = useFindings(isWide);
  const { data: backups } = useView(backupList, { enabled: hasBackups });
  const { data: mails } = useMails();
  if (!findings && error) return "The check failed, so problems may be missing here.";
  if (!findings || !mails) return LOOKING;
  const facts = [
    ...countByUrgency(findings),
    mails.length === 0 ? "no e-mail waiting" : `${formatCount(mails.length, "e-mail")} not sent`,
    ...(backups ? [backups.last ? `last backup ${formatDateTime(backups.last)}` : "no backup yet"] : []),
  ];
  return <span role="status">{facts.join(", ")}</span>;
}

/** Returns for example "2 problems to solve today" and "30 when you have time". */
function countByUrgency(findings: readonly ShownFinding[]): string[] {
  const byUrgency = Map.groupBy(findings, (finding) => getUrgency(getGroup(finding)));
  const counts = Object.entries(WHEN).flatMap(([urgency, when]) => {
    const length = byUrgency.get(urgency as keyof typeof URGENCIES)?.length ?? 0;
    return length > 0 ? [{ length, when }] : [];
  });
  if (counts.length === 0) return ["No problems"];
  return counts.map(({ length, when }, at) =>
    at === 0 ? `${formatCount(length, "problem")} to solve ${when}` : `${length} ${when}`,
  );
}

const WHEN = { today: "today", later: "when you have time", machine: "on the shop’s machine" } as const;

const LOOKING = "Checking stock, orders, invoices and pictures.";

function CheckAgain({ isWide }: { isWide: boolean }) {
  const { findings, isFetching, refetch, dataUpdatedAt } = useFindings(isWide);
  return (
    <div className={styles.again}>
      <span role="status">
        {findings && !isFetching && (
          <Small>
            Checked at {formatTime(new Date(dataUpdatedAt))}
            {isWide && ", with e-mail and payments"}
          </Small>
        )}
      </span>
      <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
        Check again
      </Button>
    </div>
  );
}

const URGENCIES = {
  today: "To solve today",
  later: "When you have time",
  machine: "For the person who looks after the shop’s machine",
} as const;

function Findings({ isWide, onWiden }: { isWide: boolean; onWiden: () => void }) {
  const { findings, error, isLoading, isFetching } = useFindings(isWide);
  const groups = Map.groupBy(findings ?? [], getGroup);
  const byUrgency = Map.groupBy(groups, ([group]) => getUrgency(group));
  return (
    <div className={styles.findings} aria-busy={isFetching}>
      <ViewState error={error} isLoading={isLoading} doing={LOOKING} />
      {findings?.length === 0 && <p>All is well{isWide ? "" : " in the shop itself"}.</p>}
      {Object.entries(URGENCIES).map(([urgency, title]) => {
        const ofUrgency = byUrgency.get(urgency as keyof typeof URGENCIES);
        return (
          ofUrgency && (
            <Section key={urgency} title={title}>
              {urgency === "today" ? (
                <UrgentFindings findings={ofUrgency.flatMap(([, urgent]) => urgent)} />
              ) : (
                <div className={styles.groups}>
                  {ofUrgency.map(([name, ofGroup]) => (
                    <FindingGroup key={name} name={name} findings={ofGroup} />
                  ))}
                </div>
              )}
            </Section>
          )
        );
      })}
      <Acts>
        {!isWide && (
          <Button variant="secondary" onClick={onWiden}>
            Check e-mail and payments too
          </Button>
        )}
        <CommandButton name="check" values={{ "before-opening": "on" }} variant="secondary">
          Check the machine
        </CommandButton>
      </Acts>
    </div>
  );
}

/** Shows the problems of orders first. Each of them loads its order, so only some are shown at once. */
function UrgentFindings({ findings }: { findings: readonly ShownFinding[] }) {
  const [maxRows, setMaxRows] = useState(SHOWN_FINDINGS);
  const { orders = [], others = [] } = Object.groupBy(findings, ({ about }) =>
    isOrderNumber(about) ? "orders" : "others",
  );
  return (
    <>
      <Entries>
        {[...orders, ...others].slice(0, maxRows).map((finding) => (
          <UrgentFinding key={`${finding.about} ${finding.what}`} {...finding} />
        ))}
      </Entries>
      <ShowMore count={findings.length} most={maxRows} onChange={setMaxRows} text="Show more" />
    </>
  );
}

const UrgentFinding = (finding: ShownFinding) => (
  <Entry head={<FindingName {...finding} />}>
    <p>{capitalise(finding.what)}.</p>
    <Small>{finding.remedy}.</Small>
    {isOrderNumber(finding.about) && <OrderActs orderId={finding.about} />}
    {finding.about === "backup" && (
      <Acts>
        <MakeBackup />
      </Acts>
    )}
  </Entry>
);

function OrderActs({ orderId }: { orderId: string }) {
  const { data: order } = useView({ ...orderDetails, args: { orderId } });
  return (
    <Acts>
      {order && <WriteButton order={order} label="Write to the customer" />}
      <ButtonLink variant="quiet" href={deskLinks.order(orderId)}>
        Open the order
      </ButtonLink>
    </Acts>
  );
}

type ShownFinding = DataOf<typeof checkResult>[number];

function getGroup({ about, screen }: ShownFinding): string {
  if (isOrderNumber(about)) return "Orders";
  if (screen === undefined) return "The shop’s machine";
  return AREAS.find(([path]) => screen.startsWith(path))?.[1] ?? "Products";
}

/** Orders are urgent because customers are waiting. Backups are urgent because data without a backup can be lost. */
const URGENCY_OF: Readonly<Record<string, keyof typeof URGENCIES>> = {
  Orders: "today",
  "Backups and e-mails": "today",
  Connections: "machine",
  "The shop’s machine": "machine",
};

const getUrgency = (group: string): keyof typeof URGENCIES => URGENCY_OF[group] ?? "later";

const AREAS = [
  [deskLinks.setting(""), "Connections"],
  [deskLinks.health(), "Backups and e-mails"],
  [deskLinks.taxes(), "Taxes"],
  [deskLinks.text(""), "Texts"],
  [deskLinks.seller(), "Seller"],
  [deskLinks.selling(), "Selling"],
  [deskLinks.home(), "Home page"],
  [deskLinks.reviews(), "Reviews"],
] as const;

function FindingGroup({ name, findings }: { name: string; findings: readonly ShownFinding[] }) {
  const [maxRows, setMaxRows] = useState(SHOWN_FINDINGS);
  const notSamples = findings.filter((finding) => !isSample(finding));
  const shown = notSamples.slice(0, maxRows);
  const remedies = new Set(findings.map(({ remedy }) => remedy));
  const [shared] = findings.length > 1 && remedies.size === 1 ? remedies : [];
  // In a new shop, many details are still samples, so one line lists them all.
  const samples = new Map(
    findings.filter(isSample).map((finding) => [labelFinding(finding.about), linkTo(finding)] as const),
  );
  const others = Map.groupBy(shown, ({ what, remedy }) => `${what} ${remedy}`);
  return (
    <Disclosure
      summary={
        <>
          {name} <span className={styles.count}>{findings.length}</span>
        </>
      }
      open={findings.length <= SHOWN_OPEN || undefined}
    >
      {getUrgency(name) === "machine" && <CopyList of={findings} />}
      {shared !== undefined && <Small>{shared}.</Small>}
      <ProductTitles ids={listProductsOf(shown)}>
        <ul className="plain">
          {samples.size > 0 && (
            <li className={styles.finding}>
              {samples.size === 1
                ? "One of your details is still a sample value"
                : `${samples.size} of your details are still sample values`}
              :{" "}
              {[...samples].map(([name, href], at) => (
                <Fragment key={name}>
                  {at > 0 && ", "}
                  <ScreenLink href={href}>{name}</ScreenLink>
                </Fragment>
              ))}
            </li>
          )}
          {[...others].map(([key, [first, ...same]]) => (
            <li key={key} className={styles.finding}>
              {first && (
                <>
                  {[first, ...same].map((finding, at) => (
                    <Fragment key={finding.about}>
                      {at > 0 && ", "}
                      <FindingName {...finding} />
                    </Fragment>
                  ))}
                  : {same.length > 0 && "each "}
                  {first.what}
                  {shared === undefined && <Small>{first.remedy}</Small>}
                </>
              )}
            </li>
          ))}
        </ul>
      </ProductTitles>
      <ShowMore count={notSamples.length} most={maxRows} onChange={setMaxRows} text="Show more" />
    </Disclosure>
  );
}

const SHOWN_FINDINGS = 20;

/** A group with more problems is folded, so that the lists of e-mails and backups are not far down. */
const SHOWN_OPEN = 3;

const isSample = ({ about, what }: ShownFinding): boolean =>
  about.startsWith(SELLER_FILE) && what.startsWith("is still a sample");

function CopyList({ of }: { of: readonly ShownFinding[] }) {
  const text = of.map(({ about, what, remedy }) => `${about}: ${what}. ${remedy}.`).join("\n");
  return (
    <CopyButton text={text} variant="quiet" doneText="The list was copied. Paste it into a message.">
      Copy the list for a message
    </CopyButton>
  );
}

/** Returns the screen that solves the problem. If it is about a field of the seller, the link focuses this field. */
function linkTo({ about, screen }: ShownFinding): string {
  if (screen === undefined) return isOrderNumber(about) ? deskLinks.order(about) : deskLinks.health();
  const [, place = ""] = about.split(SELLER_FILE);
  const field = sellerOptionNames[place.replace(/\.\d+\.url$/, "")];
  return field === undefined ? screen : `${screen}?field=${field}`;
}

function FindingName(finding: ShownFinding) {
  const href = linkTo(finding);
  const titleOf = useProductTitle();
  const { about } = finding;
  const name = capitalise(isAboutProduct(finding) ? titleOf(about) : labelFinding(about));
  return href === deskLinks.health() ? <strong>{name}</strong> : <ScreenLink href={href}>{name}</ScreenLink>;
}

const SELLER_FILE = "seller.json, ";

const formatMoment = (date: string | null): string => (date === null ? "never" : formatDateTime(date));

type Backup = DataOf<typeof backupList>["files"][number];

const SHOWN_BACKUPS = 5;

const MakeBackup = () => (
  <CommandButton name="backup create" values={{}} doneText="The backup was made.">
    Make a backup
  </CommandButton>
);

function Backups() {
  const [maxRows, setMaxRows] = useState(SHOWN_BACKUPS);
  const [ofToday] = useState(() => `shop-${toIsoDay(new Date())}.backup.gz`);
  const { data, error, isLoading } = useView(backupList);
  const files = data?.files ?? [];
  return (
    <Section title="Backups">
      {!data && <ViewState error={error} isLoading={isLoading} />}
      {data?.isOld && (
        <Notice tone="danger">
          {data.last === null
            ? "There is no backup yet. If this machine fails, all data of the shop is lost."
            : "The last backup is more than two days old. Make one now, and set up daily backups."}
        </Notice>
      )}
      <Entries>
        <Entry head={<strong>On the shop’s machine</strong>}>
          <p>Quick to restore after a mistake, but lost with the machine.</p>
          {data && (
            <Small>
              Last made: {formatMoment(data.last)}. Last verified, which restores it into a test copy:{" "}
              {formatMoment(data.lastVerified)}.
            </Small>
          )}
          <Acts>
            <MakeBackup />
          </Acts>
        </Entry>
        <Entry head={<strong>On your own device</strong>}>
          <p>Safe even if the machine breaks or is stolen. Keep the file where only you can read it.</p>
          {data && <Small>Last copied elsewhere: {formatMoment(data.lastElsewhere)}.</Small>}
          <Acts>
            <CommandButton name="backup create" values={{ file: ofToday }} variant="secondary">
              Make a backup to download
            </CommandButton>
          </Acts>
        </Entry>
        {files.slice(0, maxRows).map((backup) => (
          <BackupEntry key={backup.name} {...backup} />
        ))}
      </Entries>
      <ShowMore count={files.length} most={maxRows} onChange={setMaxRows} />
      {files[0] && (
        // The desk itself cannot restore a backup, because the shop must be closed.
        <Small>
          To go back to a backup, ask the person who looks after the shop’s machine to close the shop and
          restore {files[0].file}, as docs/owners/backups.md describes. The current data is kept, so you can
          go back to it.
        </Small>
      )}
    </Section>
  );
}

function BackupEntry({ name, file, bytes, madeAt, verifiedAt, isEncrypted }: Backup) {
  return (
    <Entry
      head={
        <>
          <strong>{formatDateTime(madeAt)}</strong>
          {verifiedAt !== null && <Badge tone="success">Verified</Badge>}
        </>
      }
    >
      <Small>
        {name}, {formatBytes(bytes)}
        {isEncrypted && ", encrypted"}
        {verifiedAt !== null && `, verified on ${formatDateTime(verifiedAt)}`}
      </Small>
      {isEncrypted ? (
        // Verifying an encrypted backup needs the secret key, which must not be sent through this page.
        <Small>
          An encrypted backup can only be verified on the machine with its secret key, as
          docs/owners/backups.md describes.
        </Small>
      ) : (
        <Acts>
          <NamedButton name="backup verify" text="Verify" of={name} values={{ file }} variant="secondary" />
        </Acts>
      )}
    </Entry>
  );
}

const formatBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const nameMail = (subscriber: string): string => labelMail(subscriber.replace("notifications.", ""));

const SHOWN_MAILS = 20;

/** The shop sends no event when it sends a mail, so the list is loaded again at this interval. */
const MAILS_RELOAD_MS = 5_000;

const useMails = () => useView(mailWaiting, { reloadEveryMs: MAILS_RELOAD_MS });

function Mails() {
  const [maxRows, setMaxRows] = useState(SHOWN_MAILS);
  const { data, error, isLoading } = useMails();
  const mails = data ?? [];
  return (
    <Section
      title="Waiting e-mails"
      actions={
        mails.length > 1 && (
          <CommandButton name="mail" values={{ retry: "all" }} variant="secondary">
            Try all again
          </CommandButton>
        )
      }
    >
      {!data && <ViewState error={error} isLoading={isLoading} />}
      {data && (
        <p role="status">
          {mails.length === 0 ? "No e-mail is waiting." : formatCount(mails.length, "e-mail")}
        </p>
      )}
      <Entries>
        {mails.slice(0, maxRows).map((mail) => (
          <MailEntry key={mail.id} {...mail} />
        ))}
      </Entries>
      <ShowMore count={mails.length} most={maxRows} onChange={setMaxRows} text="Show more" />
    </Section>
  );
}

function MailEntry({
  id,
  subscriber,
  payload,
  createdAt,
  attempts,
  runAt,
  deadAt,
  lastError,
}: DataOf<typeof mailWaiting>[number]) {
  const name = nameMail(subscriber);
  const { orderId, messageId } = readTexts(payload, ["orderId", "messageId"]);
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
        since {formatDateTime(createdAt)}, {formatCount(attempts, "attempt")},{" "}
        {deadAt === null ? `next attempt ${formatDateTime(runAt)}` : "no more attempts"}
      </Small>
      <Acts>
        <NamedButton
          name="mail"
          text="Try again"
          of={`: ${name} ${orderId}`}
          values={{ retry: id }}
          variant="secondary"
        />
      </Acts>
    </Entry>
  );
}
