import { Checkbox, RadioGroup } from "#ui/choice.tsx";

export const ReasonChoice = ({ reasons }: { reasons: readonly string[] }) => (
  <RadioGroup legend="Why? Select all that apply.">
    {reasons.map((reason) => (
      <Checkbox key={reason} name="reason" value={reason} label={reason} />
    ))}
  </RadioGroup>
);
