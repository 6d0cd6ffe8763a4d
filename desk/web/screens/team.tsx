import { renderSVG } from "uqr";
import { useState } from "react";
import { colours } from "#contract/colours.ts";
import { formatDateTime } from "#contract/dates.ts";
import { capitalise } from "#contract/text.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import type { DataOf } from "#contract/command-data.ts";
import { peopleInvite, peopleList } from "#shop/people/command-results.ts";
import { ChangeButton } from "../changeable.tsx";
import { CommandButton } from "../command-button.tsx";
import { CommandForm } from "../command-form.tsx";
import { useRefusal } from "../command-run.tsx";
import { CopyButton } from "../copy-button.tsx";
import { type FinishedRun, getData } from "../desk-calls.ts";
import { Dialog } from "../dialog.tsx";
import { Acts, Entries, Entry, ScreenFrame, Section, Small, ViewState } from "../screen-parts.tsx";
import { RIGHTS, session } from "../session.ts";
import { useCommand, useView } from "../use-view.ts";
import styles from "./team.module.css";

type TeamMember = DataOf<typeof peopleList>[number];

type Invitation = DataOf<typeof peopleInvite>;

export default function TeamScreen() {
  const { data, error, isLoading } = useView(peopleList);
  const invite = useCommand("people");
  // The reason why nobody can be invited: the desk has no web address. Null if people can be invited.
  const obstacle = useRefusal(invite, ANYBODY);
  const you = session.useValue();
  const [isInviting, setInviting] = useState(false);
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const show = (reply: FinishedRun) => {
    setInviting(false);
    setInvitation(getData(peopleInvite, reply));
  };
  return (
    <ScreenFrame
      title="Team"
      lead="Who can use this desk, and on which devices."
      actions={
        invite && obstacle === null && <Button onClick={() => setInviting(true)}>Invite somebody</Button>
      }
    >
      {!data && <ViewState error={error} isLoading={isLoading} />}
      <Entries>
        {/* On the shop's machine, the desk opens for a person who is not in the list and has no passkey. */}
        {you && data?.every(({ name }) => name !== you.name) && (
          <Entry head={<Head {...you} />}>
            <p>Can {RIGHTS[you.role]}. Signed in on the shop's machine.</p>
          </Entry>
        )}
        {data?.map((person) => (
          <Member key={person.name} {...person} canInvite={obstacle === null} onInvited={show} />
        ))}
      </Entries>
      {obstacle !== null && <NoAddress />}
      {data && data.length > 0 && (
        <Disclosure summary="If a phone is lost">
          <p>
            Choose “More actions” and “A device was lost” for the person. All their devices are signed out,
            and you get a new invitation for them. If nobody can sign in, ask your technician to run on the
            shop's machine: <code>npm run shop -- people "{data[0]?.name}" --invite --lost</code>
          </p>
        </Disclosure>
      )}
      <Dialog title="Invite somebody" open={isInviting} onClose={() => setInviting(false)}>
        {isInviting && (
          <CommandForm
            name="people"
            known={{ invite: "on", role: "packer" }}
            asked={["name", "role"]}
            needed={["name", "role"]}
            hints={{ name: "the name that “Who did what” shows for this person", role: "" }}
            isQuiet
            label="Invite"
            onDone={show}
          />
        )}
      </Dialog>
      <Dialog
        title={`Invitation for ${invitation?.name ?? ""}`}
        open={invitation !== null}
        onClose={() => setInvitation(null)}
      >
        {invitation && <InvitationView {...invitation} />}
      </Dialog>
    </ScreenFrame>
  );
}

const NoAddress = () => (
  <Section title="Invite your team">
    <p>Each person signs in on their own phone, with a fingerprint or face. You can sign out a lost phone.</p>
    <Entries>
      {Object.entries(RIGHTS).map(([role, rights]) => (
        <Entry key={role}>
          <p>
            <strong>{capitalise(role)}</strong> can {rights}.
          </p>
        </Entry>
      ))}
    </Entries>
    <Acts>
      <ButtonLink variant="secondary" href="/settings/values?search=DESK_URL">
        How to open the desk on phones
      </ButtonLink>
    </Acts>
  </Section>
);

function Head({ name, role }: Pick<TeamMember, "name" | "role">) {
  const isYou = session.useValue()?.name === name;
  return (
    <>
      <strong>{name}</strong>
      {isYou && <Badge tone="success">You</Badge>}
      <Badge>{capitalise(role)}</Badge>
    </>
  );
}

const ANYBODY = { name: "…", invite: "on", role: "packer" };

interface MemberProps extends TeamMember {
  canInvite: boolean;
  onInvited: (reply: FinishedRun) => void;
}

function Member({ canInvite, onInvited, ...member }: MemberProps) {
  const { name, role, invitedUntil, passkeys, sessions } = member;
  const hasPasskey = passkeys.length > 0;
  // Creating a passkey signs the person in.
  const lastSeen = [
    ...sessions.map(({ seenAt }) => seenAt),
    ...passkeys.map(({ usedAt, createdAt }) => usedAt ?? createdAt),
  ]
    .toSorted()
    .at(-1);
  const [isMore, setMore] = useState(false);
  const set = useCommand("people");
  const isOnlyOwner = useRefusal(set, { name, role: "packer" }, role === "owner") !== null;
  return (
    <Entry
      head={
        <>
          <Head name={name} role={role} />
          {invitedUntil && <Badge tone="waiting">Invited until {formatDateTime(invitedUntil)}</Badge>}
          {!invitedUntil && !hasPasskey && <Badge tone="danger">Invitation expired</Badge>}
        </>
      }
    >
      <p>
        Can {RIGHTS[role]}.{" "}
        {hasPasskey
          ? `Signs in with: ${passkeys.map(({ device }) => device).join(", ")}.`
          : invitedUntil
            ? "Can sign in after opening the invitation."
            : "Cannot sign in. Send a new invitation."}
      </p>
      <Small>{lastSeen ? `Last seen ${formatDateTime(lastSeen)}.` : "Never signed in."}</Small>
      {sessions.map(({ id, device, network, seenAt }) => (
        <div key={id} className="row wrap middle apart gap-2">
          <span>
            {device}
            <Small>
              Last used {formatDateTime(seenAt)}, network {network}
            </Small>
          </span>
          <CommandButton name="people" variant="quiet" values={{ name, "sign-out": id }}>
            Sign out
          </CommandButton>
        </div>
      ))}
      <Acts>
        {canInvite && (
          <CommandButton name="people" variant="secondary" values={{ name, invite: "on" }} onDone={onInvited}>
            {hasPasskey ? "Add a device" : "Invite again"}
          </CommandButton>
        )}
        {(!isOnlyOwner || (canInvite && hasPasskey)) && (
          <Button variant="quiet" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
            {isMore ? "Fewer actions" : "More actions"}
          </Button>
        )}
        {isMore && !isOnlyOwner && (
          <ChangeButton title={name} name="people" known={{ name, role }} asked={["role"]}>
            Change role
          </ChangeButton>
        )}
        {isMore && canInvite && hasPasskey && (
          <CommandButton
            name="people"
            variant="secondary"
            values={{ name, invite: "on", lost: "on" }}
            onDone={onInvited}
          >
            A device was lost
          </CommandButton>
        )}
        {isMore && !isOnlyOwner && (
          <CommandButton name="people" variant="secondary" values={{ name, remove: "on" }}>
            Remove
          </CommandButton>
        )}
      </Acts>
    </Entry>
  );
}

const InvitationView = ({ link, expiresAt }: Invitation) => (
  <div className="stack centred gap-4">
    <p>
      Scan this code with the phone of the person, or send them the link. It works once, until{" "}
      {formatDateTime(expiresAt)}.
    </p>
    <img
      className={styles.code}
      src={`data:image/svg+xml,${encodeURIComponent(renderSVG(link, QR))}`}
      alt="QR code of the link"
    />
    <code className={styles.link}>{link}</code>
    <CopyButton text={link} doneText="The link was copied.">
      Copy the link
    </CopyButton>
  </div>
);

const QR = { ecc: "M", border: 4, whiteColor: colours.paper, blackColor: colours.ink } as const;
