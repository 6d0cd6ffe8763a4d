import { CalmState } from "#ui/calm-state.tsx";

const Missing = () => (
  <CalmState title="This screen does not exist" text="Press Ctrl-K to find screens and commands." />
);

export default Missing;
