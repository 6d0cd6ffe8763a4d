import { links } from "#contract/links.ts";
import { ForgotPasswordForm } from "#shop/accounts/web/forgot-password-form.tsx";
import { BesidePicture } from "../shell/beside-picture.tsx";
import { useRedirect } from "./log-in.tsx";

export const head = () => ({ title: "Forgot password", canonical: links.forgotPassword(), noindex: true });

/** §2.11. */
function ForgotPasswordPage() {
  return (
    <BesidePicture scene="log-in" title="A new password" lead="Enter your e-mail. We'll send a code.">
      <ForgotPasswordForm redirect={useRedirect()} />
    </BesidePicture>
  );
}

export { ForgotPasswordPage as Component };
