import { Checkbox, RadioGroup } from "#ui/choice.tsx";

interface ReasonChoiceProps {
  reasons: readonly string[];
  error?: string | undefined;
}

export const ReasonChoice = ({ reasons, error }: ReasonChoiceProps) => (
  <RadioGroup legend="Why? Select all that apply." error={error}>
    {reasons.map((reason) => (
      <Checkbox key={reason} name="reason" value={reason} label={reason} />
    ))}
  </RadioGroup>
);
