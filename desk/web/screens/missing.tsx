import { CalmState } from "#ui/calm-state.tsx";

const Missing = () => (
  <CalmState
    title="This screen does not exist"
    text="Use Search at the top to find a screen, an order, a product or a customer."
  />
);

export default Missing;
