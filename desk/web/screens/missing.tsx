import { CalmState } from "#ui/calm-state.tsx";

const Missing = () => (
  <CalmState
    title="There is no such screen"
    text="Ctrl-K finds every screen and everything that can be done."
  />
);

export default Missing;
