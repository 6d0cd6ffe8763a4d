import { Button, ButtonLink } from "#ui/button.tsx";
import { CalmState } from "#ui/calm-state.tsx";
import { palette } from "../router.ts";

const Missing = () => (
  <CalmState
    title="This screen does not exist"
    text="Search for a screen, an order, a product or a customer."
    action={
      <>
        <Button onClick={() => palette.set(true)}>Search</Button>
        <ButtonLink variant="secondary" href="/">
          Go to the start
        </ButtonLink>
      </>
    }
  />
);

export default Missing;
