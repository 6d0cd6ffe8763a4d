import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { formatDate, formatDateTime } from "#contract/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { toastError, toastSuccess } from "#ui/toast.ts";
import type { OwnSignIn } from "../../calls.ts";
import { callSignInApi, type DeskError, fetchOwnSignIn, getMessage, proof } from "../desk-calls.ts";
import { findObstacle, pushHere, startNotifying, stopNotifying } from "../notify.ts";
import { addPasskey, describeDevice, describeKind } from "../passkeys.ts";
import {
  Acts,
  Entries,
  Entry,
  ScreenFrame,
  ScreenLink,
  Section,
  Small,
  ViewState,
} from "../screen-parts.tsx";
import { entrance } from "../session.ts";
import { queries } from "../use-view.ts";

const KEY = ["own sign-in"];

type Listed<Kind extends "passkeys" | "pushes" | "sessions"> = OwnSignIn[Kind][number];

export default function SignInScreen() {
  return entrance.useValue() === "passkey" ? <OwnSignInScreen /> : <NoPasskeys />;
}

const NoPasskeys = () => (
  <ScreenFrame
    title="Your sign-in"
    lead="You opened the desk with a link on the shop's machine, so you need no passkey here."
  >
    <p>
      To open the desk on a phone or another computer, see <ScreenLink href="/settings/team">Team</ScreenLink>
      .
    </p>
  </ScreenFrame>
);

function OwnSignInScreen() {
  const { data, error, isLoading } = useQuery<OwnSignIn, DeskError>({
    queryKey: KEY,
    queryFn: fetchOwnSignIn,
  });
  return (
    <ScreenFrame
      title="Your sign-in"
      lead="A passkey is stored on one device, or shared with your other devices (iCloud Keychain, Google Password Manager)."
    >
      {!data && <ViewState error={error} isLoading={isLoading} />}
      {data && (
        <>
          <Section title="Your passkeys">
            <Entries>
              {data.passkeys.map((passkey) => (
                <PasskeyEntry key={passkey.id} {...passkey} isOnly={data.passkeys.length === 1} />
              ))}
            </Entries>
            <Acts>
              <Button variant="secondary" onClick={() => void addPasskeyHere()}>
                Add a passkey on this device
              </Button>
            </Acts>
          </Section>
          <Notifications pushKey={data.pushKey} pushes={data.pushes} />
          <Section title="Where you are signed in">
            <Entries>
              {data.sessions.map((open) => (
                <SessionEntry key={open.id} {...open} />
              ))}
            </Entries>
          </Section>
        </>
      )}
    </ScreenFrame>
  );
}

async function runAction(task: () => Promise<unknown>, successText: string): Promise<boolean> {
  try {
    await task();
    toastSuccess(successText);
    return true;
  } catch (cause) {
    toastError(getMessage(cause));
    return false;
  } finally {
    await queries.invalidateQueries({ queryKey: KEY });
  }
}

const actProved = async (reason: string, ...action: Parameters<typeof runAction>): Promise<boolean> =>
  (await proof.ask(reason)) && runAction(...action);

function PasskeyEntry({ id, device, createdAt, usedAt, isOnly }: Listed<"passkeys"> & { isOnly: boolean }) {
  const [name, setName] = useState<string | null>(null);
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    if (await runAction(() => callSignInApi("passkey/rename", { id, device: name }), "The name was changed."))
      setName(null);
  };
  return (
    <Entry
      head={
        <>
          <strong>{device}</strong>
          <Small>
            added {formatDate(createdAt)}
            {usedAt && `, last used ${formatDateTime(usedAt)}`}
          </Small>
        </>
      }
    >
      {name === null ? (
        <Acts>
          <Button variant="quiet" onClick={() => setName(device)}>
            Rename
          </Button>
          {!isOnly && (
            <Button
              variant="quiet"
              onClick={() =>
                void actProved(
                  `This removes the passkey of ${device} and ends its sessions.`,
                  () => callSignInApi("passkey/remove", { id }),
                  `The passkey of ${device} was removed.`,
                )
              }
            >
              Remove
            </Button>
          )}
        </Acts>
      ) : (
        <form onSubmit={(event) => void rename(event)}>
          <TextField
            label="Name of this device"
            value={name}
            maxLength={60}
            required
            onChange={(event) => setName(event.target.value)}
          />
          <Acts>
            <Button type="submit">Save</Button>
            <Button variant="quiet" onClick={() => setName(null)}>
              Cancel
            </Button>
          </Acts>
        </form>
      )}
    </Entry>
  );
}

function Notifications({ pushKey, pushes }: Pick<OwnSignIn, "pushKey" | "pushes">) {
  const pushState = pushHere.useValue();
  const [obstacle, setObstacle] = useState(findObstacle);
  const isOn = pushes.some(({ id }) => id === pushState);
  const start = async () => {
    await runAction(
      () => startNotifying(pushKey),
      "You will be notified about new paid orders on this device.",
    );
    setObstacle(findObstacle());
  };
  return (
    <Section title="Notifications">
      <Small>
        A notification for each new paid order, with its number, the number of pieces and the day to send it.
        The notification contains no name and no amount.
      </Small>
      {pushes.length > 0 && (
        <Entries>
          {pushes.map((device) => (
            <PushEntry key={device.id} {...device} isThis={device.id === pushState} />
          ))}
        </Entries>
      )}
      {!isOn &&
        (obstacle === null ? (
          <Acts>
            <Button variant="secondary" onClick={() => void start()}>
              Notify me on this {describeKind()} about new paid orders
            </Button>
          </Acts>
        ) : (
          <Notice>{obstacle}</Notice>
        ))}
    </Section>
  );
}

const PushEntry = ({ id, device, createdAt, isThis }: Listed<"pushes"> & { isThis: boolean }) => (
  <Entry
    head={
      <>
        <strong>{device}</strong>
        {isThis && <Badge tone="success">This device</Badge>}
        <Small>since {formatDate(createdAt)}</Small>
      </>
    }
  >
    <Acts>
      <Button
        variant="quiet"
        onClick={() => void runAction(() => stopNotifying(id), `${device} no longer gets notifications.`)}
      >
        Stop<span className="visually-hidden"> notifying {device}</span>
      </Button>
    </Acts>
  </Entry>
);

const addPasskeyHere = () =>
  actProved(
    "First confirm with a passkey that you already have. Then you can add another one.",
    () => addPasskey(describeDevice()),
    "The passkey was added.",
  );

const SessionEntry = ({ id, device, passkey, network, begunAt, seenAt, isThis }: Listed<"sessions">) => (
  <Entry
    head={
      <>
        <strong>{device}</strong>
        {isThis && <Badge tone="success">This session</Badge>}
        <Small>
          passkey of {passkey}, {network}, since {formatDate(begunAt)}, last used {formatDateTime(seenAt)}
        </Small>
      </>
    }
  >
    {!isThis && (
      <Acts>
        <Button
          variant="quiet"
          onClick={() =>
            void runAction(() => callSignInApi("sign-out", { id }), "The other session was ended.")
          }
        >
          Sign out
        </Button>
      </Acts>
    )}
  </Entry>
);
