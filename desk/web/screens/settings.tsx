import { type ReactNode, useState } from "react";
import { formatDateTime } from "#contract/dates.ts";
import { capitalise } from "#contract/text.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { CopyForTechnician, endSentence, toMessage } from "../copy-button.tsx";
import { links } from "#contract/links.ts";
import { isOrderNumber } from "#contract/order-number.ts";
import { Badge } from "#ui/badge.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { CommandButton } from "../command-button.tsx";
import { ListFilter, useListQuery } from "../list-filter.tsx";
import { Acts, Entries, Entry, ScreenFrame, Small, ViewState } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import { checkResult, settingsShow } from "#contract/operator-results.ts";
import type { DataOf } from "#contract/command-data.ts";
import { BackupButton } from "./backups.tsx";
import styles from "./settings.module.css";

type ShownSetting = DataOf<typeof settingsShow>[number];

export default function SettingsScreen() {
  const { words: searchText, filter } = useListQuery(Infinity);
  const { data, error, isLoading } = useView({ ...settingsShow, options: { all: "on" } });
  const searchWords = searchText.toLowerCase();
  const visibleSettings = (data ?? []).filter(
    ({ name, what, isSet }) =>
      (isSet || searchWords !== "") && `${name} ${what}`.toLowerCase().includes(searchWords),
  );
  // Health and Team link here with the name of a setting. Then show only the services that need it, already open.
  const [linkedTo] = useState(searchWords);
  const services = SERVICES.filter(({ needs }) =>
    Object.keys(needs).some((setting) => setting.toLowerCase().includes(linkedTo)),
  );
  return (
    <ScreenFrame
      title="Connections"
      lead="Open a service to follow its steps, or to send them to your technician."
    >
      {!data && <ViewState error={error} isLoading={isLoading} />}
      <Entries>
        {data &&
          services.map((service) => (
            <Connection key={service.name} {...service} shown={data} isOpen={linkedTo !== ""} />
          ))}
        <Entry>
          <Disclosure summary="Settings of the shop's server" open={linkedTo !== "" && services.length === 0}>
            <ListFilter of="settings" placeholder="A name or a subject" groups={{}} {...filter} />
            {data && visibleSettings.length === 0 && (
              <p role="status">
                {searchWords === "" ? "No setting was changed from its default." : "No setting matches."}
              </p>
            )}
            {[...Map.groupBy(visibleSettings, ({ group }) => group)].map(([group, settings]) => (
              <section key={group} className={styles.group}>
                <h3 className={styles.name}>{group}</h3>
                <dl>
                  {settings.map(({ name, value, isSet, what }) => (
                    <div key={name} className={styles.setting}>
                      <dt>
                        {capitalise(what)}
                        <Small>
                          Your technician's name for it: <code>{name}</code>
                        </Small>
                      </dt>
                      <dd>{value ?? (isSet ? "Set, not shown" : "Not set")}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </Disclosure>
        </Entry>
      </Entries>
    </ScreenFrame>
  );
}

/** A step, with the address of the provider's page for it. */
type Step = readonly [text: string, address?: string];

interface Service {
  name: string;
  /** The settings that the service needs, with an example of each. */
  needs: Readonly<Record<string, string>>;
  with: string;
  without: string;
  isOptional?: true;
  /** The steps before the settings are entered. */
  steps: (shopAddress: string) => readonly Step[];
  test: (addresses: { shop: string; desk: string }) => ReactNode;
}

const SERVICES: readonly Service[] = [
  {
    name: "Payments by Razorpay",
    needs: {
      RAZORPAY_KEY_ID: "rzp_live_…",
      RAZORPAY_KEY_SECRET: "…",
      RAZORPAY_WEBHOOK_SECRET: "…",
    },
    with: "Customers pay with UPI, cards, net banking and wallets.",
    without: "Customers can only make test payments, which bring no money. Everything else works.",
    steps: (shopAddress) => [
      ["Create a key and copy its id and its secret", `${RAZORPAY}/api-keys`],
      [
        `Add a webhook with the address ${shopAddress}/api/payments/webhook/razorpay, your own secret of 16 letters or more, and the events payment.authorized, payment.captured, payment.failed, order.paid, refund.created, refund.processed, refund.failed and payment.dispute.*`,
        `${RAZORPAY}/webhooks`,
      ],
    ],
    test: () => <ConnectionTest of="payments" service="Razorpay" />,
  },
  {
    name: "Mail server",
    needs: { SMTP_URL: "smtps://user:password@mail.example:465", MAIL_FROM: "Your Shop <shop@shop.example>" },
    with: "The shop sends its e-mails through your mail server.",
    without: "Customers receive no e-mails about their orders: the shop only saves them as files.",
    steps: () => [
      ["Find the server for outgoing mail (SMTP) in the settings of your e-mail provider"],
      ["With Gmail, create an app password", "https://myaccount.google.com/apppasswords"],
    ],
    test: () => (
      <>
        <ConnectionTest of="mail" service="the mail server" />
        <CommandButton name="mail" values={{ test: "on" }} variant="secondary">
          Send a test e-mail to me
        </CommandButton>
      </>
    ),
  },
  {
    name: "Encrypted backups",
    needs: { BACKUP_RECIPIENT: "age1…" },
    with: "Only the owner of the secret key can read a backup.",
    without: "Backups work, but anybody who gets one can read the data of your customers.",
    steps: () => [
      ["Create a pair of keys with age-keygen, on another machine", "https://age-encryption.org"],
      [
        "Keep two copies of the secret key away from the shop's machine. Without it, nobody can read a backup",
      ],
    ],
    test: () => <BackupButton />,
  },
  {
    name: "This desk on any phone",
    needs: { DESK_URL: "https://desk.shop.example" },
    with: "The people of your team sign in with a passkey.",
    without: "The desk opens only on the shop's machine.",
    isOptional: true,
    steps: () => [
      ["Point a domain name such as desk.shop.example to the shop's machine, and add it to the certificate"],
      [
        "Start the desk as a service behind nginx, with taruva-desk.service and taruva-desk.conf of the folder deploy. The commands are in docs/owners/production.md, “The desk from any phone”",
      ],
    ],
    test: ({ desk }) => <TestLink href={desk}>Open the desk at its address</TestLink>,
  },
  {
    name: "Login with Google",
    needs: { SIGN_IN_CLIENT_ID: "….apps.googleusercontent.com" },
    with: "Customers can log in with their Google account.",
    without: "Customers log in with a password.",
    isOptional: true,
    steps: (shopAddress) => [
      [
        `Create an OAuth client id for a web application, with the JavaScript origin ${shopAddress}`,
        "https://console.cloud.google.com/apis/credentials",
      ],
    ],
    test: ({ shop }) => <TestLink href={shop + links.logIn()}>Open the shop's login</TestLink>,
  },
];

const RAZORPAY = "https://dashboard.razorpay.com/app/website-app-settings";

const ENTER = "Add these lines to the settings file of the shop (.env), with your own values";
const RESTART = "Restart the shop. Afterwards, this screen shows that the service is set up";

interface ConnectionProps extends Service {
  shown: readonly ShownSetting[];
  isOpen: boolean;
}

function Connection({ name, needs, isOptional, shown, isOpen, ...service }: ConnectionProps) {
  const find = (setting: string) => shown.find((each) => each.name === setting);
  const names = Object.keys(needs);
  const missing = names.filter((setting) => !find(setting)?.isSet);
  const isSet = missing.length === 0;
  const hasTestKeys =
    find("RAZORPAY_KEY_ID")?.value?.startsWith("rzp_test_") === true && "RAZORPAY_KEY_ID" in needs;
  const [tone, state] = hasTestKeys
    ? (["waiting", "Test keys"] as const)
    : isSet
      ? (["success", "Set up"] as const)
      : ([
          isOptional ? "neutral" : "danger",
          missing.length < names.length ? "Partly set up" : isOptional ? "Off" : "Not set up",
        ] as const);
  const shop = find("PUBLIC_URL")?.value ?? "https://shop.example";
  const steps = service.steps(shop);
  const lines = (isSet ? names : missing).map((setting) => `${setting}=${needs[setting]}`);
  const head = (
    <>
      <span className="row wrap middle gap-3">
        <strong>{name}</strong>
        <Badge tone={tone}>{state}</Badge>
      </span>
      <Small>
        {hasTestKeys ? "Customers pay with test money only." : isSet ? service.with : service.without}
      </Small>
    </>
  );
  return (
    <Entry>
      <Disclosure summary={head} open={isOpen}>
        <ol className={styles.steps}>
          {steps.map(([text, address]) => (
            <li key={text}>
              {text}
              {address && (
                <>
                  :{" "}
                  <a href={address} target="_blank" rel="noreferrer">
                    {new URL(address).host}
                  </a>
                </>
              )}
            </li>
          ))}
          <li>
            {ENTER}:<pre className={styles.lines}>{lines.join("\n")}</pre>
          </li>
          <li>{RESTART}</li>
        </ol>
        <CopyForTechnician
          text={[
            `Please connect our shop: ${name}.`,
            ...[...steps.map((step) => step.join(": ")), `${ENTER}:`].map((step) => `- ${step}`),
            ...lines,
            `- ${RESTART}.`,
          ].join("\n")}
        >
          Copy the steps
        </CopyForTechnician>
      </Disclosure>
      {isSet && <Acts>{service.test({ shop, desk: find("DESK_URL")?.value ?? "" })}</Acts>}
    </Entry>
  );
}

const TestLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <ButtonLink variant="secondary" href={href} target="_blank" rel="noreferrer">
    {children}
  </ButtonLink>
);

/** Runs the checks `of` a service. Problems of single orders are on the screen Health. */
function ConnectionTest({ of, service }: { of: "payments" | "mail"; service: string }) {
  const { data, error, isFetched, isFetching, refetch, dataUpdatedAt, errorUpdatedAt } = useView(
    { ...checkResult, options: { only: of } },
    { readAfter: "asked", enabled: false },
  );
  const problems = data?.problems.filter(({ about }) => !isOrderNumber(about));
  return (
    <>
      <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
        Test the connection <span className="visually-hidden">to {service}</span>
      </Button>
      {isFetched && !isFetching && (
        <div role="status">
          {error && <p>{error.message}</p>}
          {!error && problems?.length === 0 && <p>{capitalise(service)} accepts the login of the shop.</p>}
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
