import type { ReactNode } from "react";
import { Badge } from "#ui/badge.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { CommandButton } from "../command-button.tsx";
import { ListFilter, useListQuery } from "../list-filter.tsx";
import { Acts, Entries, Entry, ScreenFrame, Section, Small, ViewState } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import { settingsShow } from "#contract/operator-results.ts";
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
  return (
    <ScreenFrame
      title="Connections"
      lead="The services that the shop uses. Only the person who looks after the shop’s machine can connect them, because their passwords are in a file there."
    >
      {!data && <ViewState error={error} isLoading={isLoading} />}
      {data && searchWords === "" && (
        <Section title="Services">
          <Entries>
            {SERVICES.map((service) => (
              <Connection
                key={service.name}
                {...service}
                isSet={data.some(({ name, isSet }) => name === service.setting && isSet)}
              />
            ))}
          </Entries>
        </Section>
      )}
      <Disclosure summary="Settings of the shop’s server" open={searchWords !== "" || undefined}>
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
  setting: string;
  /** The names of all settings, if the service needs several. The advice then shows this text instead of `setting`. */
  needs?: string;
  with: string;
  without: string;
  isOptional?: true;
  test?: ReactNode;
}

const SERVICES: readonly Service[] = [
  {
    name: "Payments by Razorpay",
    setting: "RAZORPAY_KEY_ID",
    needs: "RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET",
    with: "Customers pay with UPI, cards, net banking and wallets.",
    without: "Nobody can pay with real money yet.",
    test: (
      <CommandButton name="check" values={{ only: "payments" }} variant="secondary">
        Test the connection<span className="visually-hidden"> to Razorpay</span>
      </CommandButton>
    ),
  },
  {
    name: "Mail server",
    setting: "SMTP_URL",
    needs: "SMTP_URL and MAIL_FROM",
    with: "The shop sends its e-mails through your mail server.",
    without: "E-mails are only written to files, and nobody receives them.",
    test: (
      <CommandButton name="mail" values={{ test: "on" }} variant="secondary">
        Send a test e-mail to me
      </CommandButton>
    ),
  },
  {
    name: "Encrypted backups",
    setting: "BACKUP_RECIPIENT",
    with: "Only the owner of the secret key can read a backup.",
    without: "Anybody who gets a backup can read the data of your customers.",
  },
  {
    name: "This desk on any phone",
    setting: "DESK_URL",
    with: "The people of your team sign in with a passkey.",
    without: "The desk opens only on the shop’s machine. The screen Team explains how to change this.",
    isOptional: true,
  },
  {
    name: "Login with Google",
    setting: "SIGN_IN_CLIENT_ID",
    with: "Customers can log in with their Google account.",
    without: "Customers log in with a password.",
    isOptional: true,
  },
];

const Connection = ({ name, isSet, isOptional, test, ...service }: Service & { isSet: boolean }) => (
  <Entry
    head={
      <>
        <strong>{name}</strong>
        {isSet ? (
          <Badge tone="success">Set up</Badge>
        ) : (
          <Badge tone={isOptional ? "neutral" : "danger"}>{isOptional ? "Off" : "Not set up"}</Badge>
        )}
      </>
    }
  >
    <p>{isSet ? service.with : service.without}</p>
    {!isSet && (
      <Small>
        For the person who looks after the machine: set {service.needs ?? service.setting} in .env and restart
        the shop.
      </Small>
    )}
    {isSet && test && <Acts>{test}</Acts>}
  </Entry>
);

const Setting = ({ name, value, isSet, from, what }: ShownSetting) => (
  <div className={styles.setting}>
    <dt>
      <code>{name}</code>
    </dt>
    <dd>
      {value ?? (isSet ? "set, not shown" : "not set")}
      {isSet && from !== "default" && (
        <Small>from {from === "environment" ? "an environment variable" : from}</Small>
      )}
    </dd>
    <dd className={styles.what}>{what}</dd>
  </div>
);
