import { ForgotPasswordForm } from "#shop/accounts/web/forgot-password-form.tsx";
import { BesidePicture } from "../shell/beside-picture.tsx";
import { useRedirect } from "./log-in.tsx";

export const head = () => ({ title: "Forgot password" });

function ForgotPasswordPage() {
  return (
    <ForgotPasswordForm
      redirect={useRedirect()}
      renderAround={(lead, form) => (
        <BesidePicture scene="log-in" title="A new password" lead={lead}>
          {form}
        </BesidePicture>
      )}
    />
  );
}

export { ForgotPasswordPage as Component };
