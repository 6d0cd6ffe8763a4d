import { useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatDateTime, toIsoDay } from "#contract/dates.ts";
import { backupList, ONE_FILE } from "#contract/operator-results.ts";
import { Badge } from "#ui/badge.tsx";
import { toastError } from "#ui/toast.ts";
import { CommandButton } from "../command-button.tsx";
import { CopyForTechnician } from "../copy-button.tsx";
import { type FinishedRun, getMessage, openFile } from "../desk-calls.ts";
import { NamedButton } from "../named-button.tsx";
import { Acts, Entries, Entry, Section, ShowMore, Small, ViewState } from "../screen-parts.tsx";
import { refreshChecks, useView } from "../use-view.ts";

type Backup = DataOf<typeof backupList>["files"][number];

const SHOWN_BACKUPS = 5;

/** Makes a backup, then runs the checks again, so that the problem "Backup" disappears. */
export const BackupButton = () => (
  <CommandButton
    name="backup create"
    values={{}}
    variant="secondary"
    doneText="The backup was made."
    onDone={refreshChecks}
  >
    Make a backup
  </CommandButton>
);

/** `isProblem` is true if a problem above is about the backups on the shop's machine, and has their buttons. */
export function Backups({ isProblem }: { isProblem: boolean }) {
  const [maxRows, setMaxRows] = useState(SHOWN_BACKUPS);
  const [ofToday] = useState(() => `shop-${toIsoDay(new Date())}.backup.gz`);
  const { data, error, isLoading } = useView(backupList);
  if (!data)
    return (
      <Section title="Backups">
        <ViewState error={error} isLoading={isLoading} />
      </Section>
    );
  const { files, last, lastElsewhere, isOld, isElsewhereOld } = data;
  return (
    <Section title="Backups">
      <Entries>
        {!isProblem && (
          <Entry head={<Head name="On the shop's machine" date={last} isGood={!isOld} />}>
            <p>Quick to restore after a mistake, but lost with the machine.</p>
            {!files[0] && last !== null && (
              <Small>The last one was made on {formatDateTime(last)}, in another folder.</Small>
            )}
            <Acts>
              <BackupButton />
            </Acts>
          </Entry>
        )}
        <Entry head={<Head name="On another device" date={lastElsewhere} isGood={!isElsewhereOld} />}>
          <p>
            Safe even if the machine breaks or is stolen. Keep it where only you can read it. Your technician
            can let the shop copy each backup by itself.
          </p>
          {lastElsewhere !== null && <Small>Last copy: {formatDateTime(lastElsewhere)}.</Small>}
          <Acts>
            <CommandButton
              name="backup create"
              values={{ file: ofToday, [ONE_FILE]: "on" }}
              variant="secondary"
              doneText="The backup was made. Your browser downloads it now."
              onDone={(reply) => {
                refreshChecks();
                void download(reply);
              }}
            >
              Download a backup
            </CommandButton>
            <CopyForTechnician text="Please let our shop copy its hourly backups, with their folder of pictures, to another machine and record each copy. Please also keep a copy of the file .env there, because backups do not contain the settings and passwords. See docs/owners/backups.md." />
          </Acts>
        </Entry>
        {files[0] && (
          <Entry head={<strong>Go back to a backup</strong>}>
            <Small>
              Your technician can do this, because the shop must be closed for it. The current data is kept,
              so you can go back to it.
            </Small>
            <Acts>
              <CopyForTechnician
                text={`Please close our shop and restore ${files[0].file}, as docs/owners/backups.md describes.`}
              />
            </Acts>
          </Entry>
        )}
        {files.slice(0, maxRows).map((backup) => (
          <BackupEntry key={backup.name} {...backup} />
        ))}
      </Entries>
      <ShowMore count={files.length} most={maxRows} onChange={setMaxRows} />
    </Section>
  );
}

async function download(reply: FinishedRun): Promise<void> {
  if (reply.outcome !== "done" || reply.task === undefined) return;
  try {
    for (const name of reply.files ?? []) await openFile(reply.task, name);
  } catch (cause) {
    toastError(getMessage(cause));
  }
}

const Head = ({ name, date, isGood }: { name: string; date: string | null; isGood: boolean }) => (
  <>
    <strong>{name}</strong>
    {!isGood && <Badge tone="danger">{date === null ? "None yet" : "More than two days old"}</Badge>}
  </>
);

function BackupEntry({ name, file, bytes, madeAt, verifiedAt, isEncrypted }: Backup) {
  return (
    <Entry
      head={
        <>
          <strong>{formatDateTime(madeAt)}</strong>
          {verifiedAt !== null && <Badge tone="success">Verified {formatDateTime(verifiedAt)}</Badge>}
        </>
      }
    >
      <Small>
        {name}, {formatBytes(bytes)}
        {isEncrypted && ", encrypted"}
      </Small>
      <Acts>
        {isEncrypted ? (
          // Verifying an encrypted backup needs the secret key, which must not be sent through this page.
          <CopyForTechnician
            text={`Please verify the backup ${file} on the machine with its secret key, as docs/owners/backups.md describes.`}
          >
            Ask your technician to verify it
          </CopyForTechnician>
        ) : (
          <NamedButton name="backup verify" text="Verify" of={name} values={{ file }} variant="secondary" />
        )}
      </Acts>
    </Entry>
  );
}

const formatBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
