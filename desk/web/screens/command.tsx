import { CommandForm } from "../command-form.tsx";
import { useQueryValues } from "../router.ts";
import { ScreenFrame, ViewState } from "../screen-parts.tsx";
import type { Params } from "#contract/match-path.ts";
import { useCommand, useCommands } from "../use-view.ts";
import Missing from "./missing.tsx";

const toTitle = ({ noun, verb }: { noun: string; verb: string }): string =>
  noun.charAt(0).toUpperCase() + noun.slice(1) + (verb && `: ${verb.replaceAll("-", " ")}`);

/** A generated form, for commands without a special screen. */
export default function CommandScreen({ params }: { params: Params }) {
  const presetValues = useQueryValues();
  const { data: commands, error, isLoading } = useCommands();
  const name = [params["noun"], params["verb"]].filter(Boolean).join(" ");
  const command = useCommand(name);
  if (!commands) return <ViewState error={error} isLoading={isLoading} />;
  if (!command) return <Missing />;
  return (
    <ScreenFrame title={toTitle(command)} lead={command.summary}>
      <CommandForm name={name} known={presetValues} />
    </ScreenFrame>
  );
}
