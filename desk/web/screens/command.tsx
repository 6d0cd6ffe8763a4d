import Printer from "lucide/dist/esm/icons/printer.mjs";
import { useContext, useEffect } from "react";
import { isReading } from "#contract/command-data.ts";
import type { Params } from "#contract/match-path.ts";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Icon } from "#ui/icon.tsx";
import type { DescribedCommand } from "../../calls.ts";
import { findActionScreen } from "../actions.ts";
import { CommandForm } from "../command-form.tsx";
import type { FieldGroup } from "../form-groups.tsx";
import { listWords } from "../form-values.ts";
import { isAboutOrder, OrderPicker } from "../order-picker.tsx";
import { toCommandTitle } from "../phrases.ts";
import { ResultView } from "../result-view.tsx";
import { goTo, useQueryValues } from "../router.ts";
import { MayOpen, ScreenFrame, ViewState } from "../screen-parts.tsx";
import { useCommand, useCommands, useOutput } from "../use-view.ts";
import Missing from "./missing.tsx";

/** The title of a screen is a noun: "See the pick list" gives "Pick list". */
const toTitle = (command: string): string =>
  toCommandTitle(command).replace(/^See (?:the )?(\w)/, (_, letter: string) => letter.toUpperCase());

/**
 * The screen of a command: its generated form. If the command can also list what it manages, the list is above the
 * form. A command that only lists has no form.
 */
export default function CommandScreen({ params }: { params: Params }) {
  const presetValues = useQueryValues();
  const { data: commands, error, isLoading } = useCommands();
  const name = [params["noun"], params["verb"]].filter(Boolean).join(" ");
  const command = useCommand(name);
  const screen = findActionScreen(name);
  const isElsewhere =
    useContext(MayOpen)(screen ?? "") && screen !== undefined && Object.keys(presetValues).length === 0;
  useEffect(() => {
    if (isElsewhere) goTo(screen, { replace: true });
  }, [isElsewhere, screen]);
  if (isElsewhere) return null;
  if (!commands) return <ViewState error={error} isLoading={isLoading} />;
  if (!command) return <Missing />;
  const form = <CommandForm name={name} known={presetValues} groups={groupFields(command)} />;
  const isList = command.reads === true && listWords(command).length === 0;
  const isPreset = Object.keys(presetValues).length > 0;
  const isListFirst = hasList(command) && !isPreset;
  if (isAboutOrder(command) && !isListFirst && !isPreset)
    return (
      <ScreenFrame title={toTitle(name)} lead="First choose the order.">
        <OrderPicker action={name} />
      </ScreenFrame>
    );
  return (
    // The summary describes the form, so it is omitted above a list.
    <ScreenFrame
      title={toTitle(name)}
      lead={isList || isListFirst ? undefined : command.summary}
      actions={
        isList && (
          <Button variant="secondary" onClick={() => window.print()}>
            <Icon of={Printer} size={18} /> Print
          </Button>
        )
      }
    >
      {isList ? (
        <List of={command} />
      ) : isListFirst ? (
        <>
          <List of={command} />
          {/* Each return has a link to its order. The screen of the order has the buttons for the return. */}
          {name !== "returns" && <Disclosure summary="Filter or change">{form}</Disclosure>}
        </>
      ) : (
        form
      )}
    </ScreenFrame>
  );
}

/** Shows the required fields and folds the others. If no field is required, shows all. */
function groupFields(command: DescribedCommand): readonly FieldGroup[] | undefined {
  const [required, others] = [true, false].map((isRequired) =>
    listWords(command).flatMap((word) => (word.required === isRequired ? [word.name] : [])),
  ) as [string[], string[]];
  return required.length === 0
    ? undefined
    : [
        { title: "", names: required },
        { title: "More options", names: others, isFolded: true },
      ];
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
