import { useState } from "react";
import { Button, ButtonLink } from "#ui/button.tsx";
import { CommandForm, type FieldGroup } from "../command-form.tsx";
import type { Done } from "../desk-calls.ts";
import { ResultView } from "../result-view.tsx";
import { Acts, ScreenFrame, ViewState } from "../screen-parts.tsx";
import { useCommands } from "../use-view.ts";
import Missing from "./missing.tsx";

/** The fields in the order of a phone call. Other options of the command are added to the rest. */
const GROUPS: readonly FieldGroup[] = [
  { title: "What they want", names: ["line"] },
  { title: "Who they are", names: ["name", "phone", "email"] },
  { title: "Where it goes", names: ["street", "pin", "city", "state", "recipient", "recipient-phone"] },
  { title: "How it is paid", names: ["cash"] },
];

const NEEDED = ["line", "name", "phone", "street", "city", "state", "pin"];

/** An order taken by phone: its pieces are reserved, and the customer is mailed the payment link. */
export default function PhoneOrderScreen() {
  const { data: commands, error, isLoading } = useCommands();
  const [taken, setTaken] = useState<Done | null>(null);
  if (!commands) return <ViewState error={error} isLoading={isLoading} />;
  const command = commands.find(({ noun, verb }) => noun === "orders" && verb === "take");
  if (!command) return <Missing />;
  const grouped = new Set(GROUPS.flatMap(({ names }) => names));
  const rest = Object.keys(command.options).filter((name) => !grouped.has(name));
  return (
    <ScreenFrame title="Order by phone" lead={taken ? undefined : command.summary}>
      {taken ? (
        <Taken taken={taken} onNext={() => setTaken(null)} />
      ) : (
        <CommandForm
          command={command}
          // An order by phone is not read from a file.
          hidden={["from"]}
          groups={[...GROUPS, { title: "Gift, company, notes, time to pay", names: rest, isFolded: true }]}
          needed={NEEDED}
          label="Take the order"
          onDone={setTaken}
        />
      )}
    </ScreenFrame>
  );
}

/** The placed order with its payment link. A second click does not place it again. */
function Taken({ taken, onNext }: { taken: Done; onNext: () => void }) {
  const { orderId } = (taken.outcome === "done" ? taken.result.data : {}) as { orderId?: string };
  return (
    <>
      <div role="status">
        <ResultView done={taken} />
      </div>
      <Acts>
        {orderId !== undefined && <ButtonLink href={`/orders/${orderId}`}>Open {orderId}</ButtonLink>}
        <Button variant="secondary" onClick={onNext}>
          Another order
        </Button>
      </Acts>
    </>
  );
}
