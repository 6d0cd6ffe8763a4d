import { useContext, useEffect } from "react";
import { isReading } from "#contract/command-data.ts";
import { deskLinks } from "#contract/desk-links.ts";
import type { Params } from "#contract/match-path.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import type { DescribedCommand } from "../../calls.ts";
import { CommandForm } from "../command-form.tsx";
import { toCommandTitle } from "../labels.ts";
import { ResultView } from "../result-view.tsx";
import { goTo, useQueryValues } from "../router.ts";
import { MayOpen, ScreenFrame, ViewState } from "../screen-parts.tsx";
import { useCommand, useCommands, useOutput } from "../use-view.ts";
import { listWords } from "../word-field.tsx";
import Missing from "./missing.tsx";

/** Commands with a hand-written screen. A link to such a command opens that screen, not the generated form. */
const SCREENS: Readonly<Record<string, string>> = {
  banners: deskLinks.home(),
  brand: "/settings",
  cards: deskLinks.home(),
  collections: deskLinks.home(),
  coupon: deskLinks.selling(),
  couriers: deskLinks.selling(),
  dots: deskLinks.home(),
  films: deskLinks.home(),
  home: deskLinks.home(),
  "hot-products": deskLinks.home(),
  "listing-texts": deskLinks.home(),
  looks: deskLinks.home(),
  makers: deskLinks.home(),
  menus: deskLinks.home(),
  messages: deskLinks.messages(),
  newsletter: "/people/newsletter",
  offers: deskLinks.home(),
  people: "/settings/team",
  reviews: deskLinks.reviews(),
  rules: deskLinks.selling(),
  scenes: deskLinks.home(),
  seller: deskLinks.seller(),
  services: deskLinks.home(),
  story: deskLinks.home(),
  taxes: "/settings/taxes",
  texts: "/settings/texts",
  tiles: deskLinks.home(),
};

/** The title of a screen is a noun: "See the pick list" gives "Pick list". */
const toTitle = (command: string): string =>
  toCommandTitle(command).replace(/^See (?:the )?(\w)/, (_, letter: string) => letter.toUpperCase());

/** The generated form of a command. If the command can also list what it manages, that list is above the form. */
export default function CommandScreen({ params }: { params: Params }) {
  const presetValues = useQueryValues();
  const { data: commands, error, isLoading } = useCommands();
  const name = [params["noun"], params["verb"]].filter(Boolean).join(" ");
  const command = useCommand(name);
  const screen = SCREENS[name];
  const isElsewhere =
    useContext(MayOpen)(screen ?? "") && screen !== undefined && Object.keys(presetValues).length === 0;
  useEffect(() => {
    if (isElsewhere) goTo(screen, { replace: true });
  }, [isElsewhere, screen]);
  if (isElsewhere) return null;
  if (!commands) return <ViewState error={error} isLoading={isLoading} />;
  if (!command) return <Missing />;
  const form = <CommandForm name={name} known={presetValues} />;
  return (
    <ScreenFrame title={toTitle(name)} lead={command.summary}>
      {command.reads === true && listWords(command).length === 0 ? (
        <List of={command} />
      ) : hasList(command) && Object.keys(presetValues).length === 0 ? (
        <>
          <List of={command} />
          <Disclosure summary="Filter or change">{form}</Disclosure>
        </>
      ) : (
        form
      )}
    </ScreenFrame>
  );
}

const hasList = (command: DescribedCommand): boolean =>
  command.reads !== true &&
  isReading(command, { args: {}, options: {} }) &&
  listWords(command).every(({ required }) => !required);

function List({ of: { noun, verb } }: { of: DescribedCommand }) {
  const { data, error, isLoading } = useOutput({ noun, verb });
  return data ? (
    <ResultView done={{ outcome: "done", result: data }} />
  ) : (
    <ViewState error={error} isLoading={isLoading} />
  );
}
