import { links } from "#contract/links.ts";
import { RegisterForm } from "#shop/accounts/web/register-form.tsx";
import { BesidePicture } from "../shell/beside-picture.tsx";
import { useShell } from "../shell/shell-data.ts";
import { useRedirect } from "./log-in.tsx";

export const head = () => ({
  title: "Register",
  description: "Open an account: order, follow your parcels and keep your addresses in one place.",
  canonical: links.signUp(),
});

/** §2.9. */
function SignUpPage() {
  return (
    <BesidePicture
      scene="sign-up"
      title="Open an account"
      lead="It takes a minute. Next time, checkout is already filled in."
    >
      <RegisterForm redirect={useRedirect()} deliverTo={useShell().rules?.deliverTo} />
    </BesidePicture>
  );
}

export { SignUpPage as Component };
