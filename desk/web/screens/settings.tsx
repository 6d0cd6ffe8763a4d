import type { ReactNode } from "react";
import { Badge } from "#ui/badge.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { CommandButton } from "../command-form.tsx";
import { ListFilter, useListQuery } from "../list-filter.tsx";
import { Acts, Entries, Entry, ScreenFrame, Section, Small, ViewState } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import { settingsShow } from "#contract/operator-results.ts";
import type { DataOf } from "#contract/command-data.ts";

type ShownSetting = DataOf<typeof settingsShow>[number];

const groups = { "": "Set", all: "All" } as const;

export default function SettingsScreen() {
  const { words: searchText, group, filter } = useListQuery(Infinity);
  const { data, error, isLoading } = useView({
    ...settingsShow,
    options: { all: "on" },
  });
  const searchWords = searchText.toLowerCase();
  const visibleSettings = (data ?? []).filter(
    ({ name, what, isSet }) =>
      (group === "all" || isSet || searchWords !== "") &&
      `${name} ${what}`.toLowerCase().includes(searchWords),
  );
  return (
    <ScreenFrame
      title="Connections"
      lead="These settings contain keys and passwords. Set them in the environment or in .env, then restart the shop. Secrets are never shown here."
    >
      <Connections settings={data ?? []} />
      <ListFilter of="settings" placeholder="A name or a subject" groups={groups} {...filter} />
      {!data && <ViewState error={error} isLoading={isLoading} />}
      {data && visibleSettings.length === 0 && (
        <p role="status">
          {searchWords === "" ? "No setting was changed from its default." : "No setting matches."}
        </p>
      )}
      {[...Map.groupBy(visibleSettings, ({ group }) => group)].map(([group, settings]) => (
        <Section key={group} title={group}>
          <Entries>
            {settings.map((setting) => (
              <Setting key={setting.name} {...setting} />
            ))}
          </Entries>
        </Section>
      ))}
    </ScreenFrame>
  );
}

function Connections({ settings }: { settings: readonly ShownSetting[] }) {
  const isSet = (name: string) => settings.some((setting) => setting.name === name && setting.isSet);
  if (settings.length === 0) return null;
  return (
    <Section title="Payments and mail">
      <Entries>
        <Connection
          name="Payments (Razorpay)"
          isSet={isSet("RAZORPAY_KEY_ID")}
          how="RAZORPAY_KEY_ID and its secrets"
        >
          <CommandButton
            name="check"
            values={{ only: "payments" }}
            variant="secondary"
            disabled={!isSet("RAZORPAY_KEY_ID")}
          >
            Test the connection<span className="visually-hidden"> to Razorpay</span>
          </CommandButton>
        </Connection>
        <Connection name="Mail server" isSet={isSet("SMTP_URL")} how="SMTP_URL and MAIL_FROM">
          <CommandButton name="mail test" values={{}} variant="secondary" disabled={!isSet("SMTP_URL")}>
            Send a test mail to me
          </CommandButton>
        </Connection>
      </Entries>
    </Section>
  );
}

const Connection = ({
  name,
  isSet,
  how,
  children,
}: {
  name: string;
  isSet: boolean;
  how: string;
  children: ReactNode;
}) => (
  <Entry
    head={
      <>
        <strong>{name}</strong>
        {isSet ? <Badge tone="success">Set</Badge> : <Badge tone="danger">Not set</Badge>}
      </>
    }
  >
    {!isSet && <Small>Set {how} in .env and start the shop again.</Small>}
    <Acts>{children}</Acts>
  </Entry>
);

const Setting = ({ name, value, isSet, from, what }: ShownSetting) => (
  <Entry
    head={
      <>
        <code>{name}</code>
        {isSet ? <Badge tone="success">{from}</Badge> : <Badge>as it comes</Badge>}
      </>
    }
  >
    <Small>{value ?? (isSet ? "set, not shown" : "not set")}</Small>
    <Disclosure summary="What it is for">{what}</Disclosure>
  </Entry>
);
