import { CommandForm } from "../command-form.tsx";
import { useQueryValues } from "../router.ts";
import { ScreenFrame, ViewState } from "../screen-parts.tsx";
import type { Params } from "#contract/match-path.ts";
import { useCommands } from "../use-view.ts";
import Missing from "./missing.tsx";

const toTitle = ({ noun, verb }: { noun: string; verb: string }): string =>
  noun.charAt(0).toUpperCase() + noun.slice(1) + (verb && `: ${verb.replaceAll("-", " ")}`);

/** A generated form, for commands without a special screen. */
export default function CommandScreen({ params }: { params: Params }) {
  const presetValues = useQueryValues();
  const { data: commands, error, isLoading } = useCommands();
  if (!commands) return <ViewState error={error} isLoading={isLoading} />;
  const { noun, verb = "" } = params;
  const command = commands.find((each) => each.noun === noun && each.verb === verb);
  if (!command) return <Missing />;
  return (
    <ScreenFrame title={toTitle(command)} lead={command.summary}>
      <CommandForm command={command} known={presetValues} />
    </ScreenFrame>
  );
}
