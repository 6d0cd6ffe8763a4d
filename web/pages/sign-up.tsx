import { links } from "#contract/links.ts";
import { RegisterForm } from "#shop/accounts/web/register-form.tsx";
import { BesidePicture } from "../shell/beside-picture.tsx";
import { useShell } from "../shell/shell-data.ts";
import { navigateOnward, useRedirect } from "./log-in.tsx";

export const head = () => ({
  title: "Register",
  description: "Create an account to order, track your parcels and save your addresses.",
});

export function Component() {
  const redirect = useRedirect();
  return (
    <BesidePicture
      scene="sign-up"
      title="Create an account"
      lead="It takes a minute, and makes checkout faster next time."
    >
      <RegisterForm
        redirect={redirect}
        deliverTo={useShell().rules?.deliverTo}
        onLoggedIn={() => navigateOnward(redirect ?? links.home)}
      />
    </BesidePicture>
  );
}
