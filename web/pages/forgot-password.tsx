import { links } from "#contract/links.ts";
import { ForgotPasswordForm } from "#shop/accounts/web/forgot-password-form.tsx";
import { BesidePicture } from "../shell/beside-picture.tsx";
import { navigateOnward, useRedirect } from "./log-in.tsx";

export const head = () => ({ title: "Forgot password" });

export function Component() {
  const redirect = useRedirect();
  return (
    <ForgotPasswordForm
      redirect={redirect}
      onLoggedIn={() => navigateOnward(redirect ?? links.home)}
      renderAround={(lead, form) => (
        <BesidePicture scene="log-in" title="A new password" lead={lead}>
          {form}
        </BesidePicture>
      )}
    />
  );
}
