import { type ReactNode, useState } from "react";
import { formatDateTime } from "#contract/dates.ts";
import { capitalise } from "#contract/text.ts";
import { Button } from "#ui/button.tsx";
import { CopyForTechnician, endSentence, toMessage } from "../copy-button.tsx";
import { isOrderNumber } from "../router.ts";
import { Badge } from "#ui/badge.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { CommandButton } from "../command-button.tsx";
import { ListFilter, useListQuery } from "../list-filter.tsx";
import { Acts, Entries, Entry, ScreenFrame, Section, Small, ViewState } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import { checkResult, settingsShow } from "#contract/operator-results.ts";
import type { DataOf } from "#contract/command-data.ts";
import styles from "./settings.module.css";

type ShownSetting = DataOf<typeof settingsShow>[number];

const groups = { "": "Set", all: "All" } as const;

export default function SettingsScreen() {
  const { words: searchText, group, filter } = useListQuery(Infinity);
  const { data, error, isLoading } = useView({ ...settingsShow, options: { all: "on" } });
  const searchWords = searchText.toLowerCase();
  const visibleSettings = (data ?? []).filter(
    ({ name, what, isSet }) =>
      (group === "all" || isSet || searchWords !== "") &&
      `${name} ${what}`.toLowerCase().includes(searchWords),
  );
  // The screen Health links to this screen with the name of a setting, so also find services by their settings.
  const services = SERVICES.filter(({ name, needs }) =>
    [name, ...Object.keys(needs)].some((each) => each.toLowerCase().includes(searchWords)),
  );
  return (
    <ScreenFrame
      title="Connections"
      lead="The services that the shop uses. Only the person who looks after the shop's machine can connect them, because their passwords are in a file there."
    >
      {!data && <ViewState error={error} isLoading={isLoading} />}
      {data && services.length > 0 && (
        <Section title="Services">
          <Entries>
            {services.map((service) => (
              <Connection key={service.name} {...service} shown={data} />
            ))}
          </Entries>
        </Section>
      )}
      <Disclosure summary="Settings of the shop's server" open={searchWords !== "" || undefined}>
        <ListFilter of="settings" placeholder="A name or a subject" groups={groups} {...filter} />
        {data && visibleSettings.length === 0 && (
          <p role="status">
            {searchWords === "" ? "No setting was changed from its default." : "No setting matches."}
          </p>
        )}
        {[...Map.groupBy(visibleSettings, ({ group }) => group)].map(([group, settings]) => (
          <section key={group} className={styles.group}>
            <h3 className={styles.name}>{group}</h3>
            <dl>
              {settings.map((setting) => (
                <Setting key={setting.name} {...setting} />
              ))}
            </dl>
          </section>
        ))}
      </Disclosure>
    </ScreenFrame>
  );
}

interface Service {
  name: string;
  /** The settings that the service needs, with their labels. */
  needs: Readonly<Record<string, string>>;
  with: string;
  without: string;
  isOptional?: true;
  test?: ReactNode;
}

const SERVICES: readonly Service[] = [
  {
    name: "Payments by Razorpay",
    needs: {
      RAZORPAY_KEY_ID: "Key id",
      RAZORPAY_KEY_SECRET: "Key secret",
      RAZORPAY_WEBHOOK_SECRET: "Webhook secret",
    },
    with: "Customers pay with UPI, cards, net banking and wallets.",
    without: "Nobody can pay with real money yet.",
    test: (
      <ConnectionTest of="payments" service="Razorpay" successText="Razorpay accepts the keys of the shop." />
    ),
  },
  {
    name: "Mail server",
    needs: { SMTP_URL: "Address and password", MAIL_FROM: "Sender" },
    with: "The shop sends its e-mails through your mail server.",
    without: "E-mails are only written to files, and nobody receives them.",
    test: (
      <>
        <ConnectionTest
          of="mail"
          service="the mail server"
          successText="The mail server accepts the login of the shop."
        />
        <CommandButton name="mail" values={{ test: "on" }} variant="secondary">
          Send a test e-mail to me
        </CommandButton>
      </>
    ),
  },
  {
    name: "Encrypted backups",
    needs: { BACKUP_RECIPIENT: "Public key" },
    with: "Only the owner of the secret key can read a backup.",
    without: "Anybody who gets a backup can read the data of your customers.",
  },
  {
    name: "This desk on any phone",
    needs: { DESK_URL: "Address" },
    with: "The people of your team sign in with a passkey.",
    without: "The desk opens only on the shop's machine. The screen Team explains how to change this.",
    isOptional: true,
  },
  {
    name: "Login with Google",
    needs: { SIGN_IN_CLIENT_ID: "Client id" },
    with: "Customers can log in with their Google account.",
    without: "Customers log in with a password.",
    isOptional: true,
  },
];

function Connection({
  name,
  needs,
  isOptional,
  test,
  shown,
  ...service
}: Service & { shown: readonly ShownSetting[] }) {
  const needed = Object.entries(needs).map(([setting, label]) => {
    const { isSet = false, isSecret = false, value } = shown.find((each) => each.name === setting) ?? {};
    return { setting, label, isSet, isSecret, value };
  });
  const missing = needed.filter(({ isSet }) => !isSet);
  const isSet = missing.length === 0;
  const hasTestKeys = needed.some(({ value }) => value?.startsWith("rzp_test_"));
  return (
    <Entry
      head={
        <>
          <strong>{name}</strong>
          {isSet ? (
            <Badge tone={hasTestKeys ? "waiting" : "success"}>{hasTestKeys ? "Test keys" : "Set up"}</Badge>
          ) : (
            <Badge tone={isOptional ? "neutral" : "danger"}>{isOptional ? "Off" : "Not set up"}</Badge>
          )}
        </>
      }
    >
      <p>{hasTestKeys ? "Customers pay with test money only." : isSet ? service.with : service.without}</p>
      {(isSet || missing.length < needed.length) && (
        <Small>
          {needed
            .map(({ label, isSet, isSecret }) => `${label}: ${describeSetting(isSet, isSecret)}`)
            .join("; ")}
          .
        </Small>
      )}
      <Acts>
        {isSet && test}
        {!isSet && (
          <CopyForTechnician
            text={`Please set ${missing.map(({ setting }) => setting).join(", ")} in .env of our shop, as .env.example describes, and restart the shop.`}
          />
        )}
      </Acts>
    </Entry>
  );
}

const describeSetting = (isSet: boolean, isSecret: boolean): string =>
  isSet ? `set${isSecret ? ", not shown" : ""}` : "not set";

interface ConnectionTestProps {
  /** The subject that the command `check` tests. */
  of: "payments" | "mail";
  service: string;
  successText: string;
}

/** Checks whether a service accepts the shop's login. Problems of single orders are on the screen Health. */
function ConnectionTest({ of, service, successText }: ConnectionTestProps) {
  const [isAsked, setAsked] = useState(false);
  const { data, error, isFetching, refetch, dataUpdatedAt, errorUpdatedAt } = useView(
    { ...checkResult, options: { only: of } },
    { readAfter: "asked", enabled: isAsked },
  );
  const problems = data?.problems.filter(({ about }) => !isOrderNumber(about));
  return (
    <>
      <Button
        variant="secondary"
        busy={isFetching}
        onClick={() => (isAsked ? void refetch() : setAsked(true))}
      >
        Test the connection <span className="visually-hidden">to {service}</span>
      </Button>
      {isAsked && !isFetching && (
        <div role="status">
          {error && <p>{error.message}</p>}
          {!error && problems?.length === 0 && <p>{successText}</p>}
          {!error && problems?.map(({ what }) => <p key={what}>{endSentence(capitalise(what))}</p>)}
          <Small>Tested on {formatDateTime(new Date(Math.max(dataUpdatedAt, errorUpdatedAt)))}.</Small>
          {!error && problems && problems.length > 0 && (
            <>
              <p>Only your technician can solve this. Send them this message:</p>
              <CopyForTechnician text={toMessage(problems)} />
            </>
          )}
        </div>
      )}
    </>
  );
}

const Setting = ({ name, value, isSet, from, what }: ShownSetting) => (
  <div className={styles.setting}>
    <dt>
      {capitalise(what)}
      <Small>
        Your technician's name for it: <code>{name}</code>
      </Small>
    </dt>
    <dd>
      {value ?? (isSet ? "Set, not shown" : "Not set")}
      {isSet && from !== "default" && (
        <Small>from {from === "environment" ? "an environment variable" : from}</Small>
      )}
    </dd>
  </div>
);
