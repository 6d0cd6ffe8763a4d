import { Badge } from "#ui/badge.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { ListFilter, useListQuery } from "../list-filter.tsx";
import { Entries, Entry, ScreenFrame, Section, Small, ViewState } from "../screen-parts.tsx";
import { Tabs } from "../tabs.tsx";
import { useView } from "../use-view.ts";

/** A setting as `settings show` has it; a secret has no value. */
interface ShownSetting {
  name: string;
  group: string;
  value: string | null;
  isSet: boolean;
  isSecret: boolean;
  from: "environment" | ".env" | "file" | "default";
  what: string;
}

const groups = { "": "Set", all: "All" } as const;

/** The settings with their source and purpose. */
export default function SettingsScreen() {
  const { words: typed, group, filter } = useListQuery(Infinity);
  const { data, error, isLoading } = useView<ShownSetting[]>({
    noun: "settings",
    verb: "show",
    options: { all: "on" },
  });
  const words = typed.toLowerCase();
  const shown = (data ?? []).filter(
    ({ name, what, isSet }) =>
      (group === "all" || isSet || words !== "") && `${name} ${what}`.toLowerCase().includes(words),
  );
  return (
    <ScreenFrame
      title="Settings"
      lead="They are changed in the environment or in .env, and count from the next start of the shop. No secret is shown."
    >
      <Tabs of="Settings" />
      <ListFilter of="settings" placeholder="A name, or what it is about" groups={groups} {...filter} />
      {!data && <ViewState error={error} isLoading={isLoading} />}
      {data && shown.length === 0 && (
        <p role="status">{words === "" ? "Every setting is as it comes." : "No setting fits these words."}</p>
      )}
      {[...Map.groupBy(shown, ({ group }) => group)].map(([group, settings]) => (
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
