import { Checkbox, RadioGroup } from "#ui/choice.tsx";

/** Checkboxes for the reasons of a request. Each is a form field named `reason`. */
export const ReasonChoice = ({ reasons }: { reasons: readonly string[] }) => (
  <RadioGroup legend="Why? Select all that apply.">
    {reasons.map((reason) => (
      <Checkbox key={reason} name="reason" value={reason} label={reason} />
    ))}
  </RadioGroup>
);
