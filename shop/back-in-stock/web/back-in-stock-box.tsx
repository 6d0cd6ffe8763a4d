import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from "react";
import { FORM_FIELD, type FormName } from "#contract/form.ts";
import { call, getRefusalMessage } from "#client/api.ts";
import { usePosted } from "#client/posted.ts";
import { Button } from "#ui/button.tsx";
import { EmailField } from "#ui/contact-fields.tsx";
import { useSession } from "#shop/accounts/web/session.ts";
import { backInStockMessages } from "../back-in-stock.ts";
import { requestStockMail } from "../endpoints.ts";
import { classNames } from "#ui/class-names.ts";
import styles from "./back-in-stock.module.css";

const NAME: FormName = "back-in-stock";

export function BackInStockBox({ productId }: { productId: string }) {
  const { busy, saved, error, typed, onSubmit } = useRequest(productId);
  const form = useRef<HTMLFormElement>(null);
  useOwnAddress(form);
  return (
    <form ref={form} method="post" noValidate aria-labelledby="back-in-stock" onSubmit={onSubmit}>
      <h2 id="back-in-stock" className="h4">
        {backInStockMessages.heading}
      </h2>
      {saved === "" && (
        <>
          <p className={styles.consent}>{backInStockMessages.consent}</p>
          <input type="hidden" name="productId" value={productId} />
          <div className={classNames("stack gap-3", styles.line)}>
            <EmailField
              id="back-in-stock-email"
              label={backInStockMessages.label}
              error={error}
              name="email"
              autoComplete="email"
              defaultValue={typed}
              required={false}
            />
            <Button type="submit" name={FORM_FIELD} value={NAME} busy={busy}>
              {backInStockMessages.send}
            </Button>
          </div>
        </>
      )}
      <p role="status" className={classNames("hide-empty", styles.saved)}>
        {saved}
      </p>
    </form>
  );
}

function useOwnAddress(form: RefObject<HTMLFormElement | null>): void {
  const { user } = useSession();
  useEffect(() => {
    const field = findField(form.current);
    if (user && field?.value === "") field.value = user.email;
  }, [form, user]);
}

const findField = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement>("[type=email]") ?? null;

function useRequest(productId: string) {
  const posted = usePosted();
  const ownPost = posted?.form === NAME ? posted : null;
  const [isBusy, setIsBusy] = useState(false);
  const [saved, setSaved] = useState(ownPost?.done ? ownPost.message : "");
  const failed = ownPost && !ownPost.done ? ownPost : null;
  const [error, setError] = useState(failed?.fields["email"] ?? failed?.message);
  const send = async (field: HTMLInputElement) => {
    setIsBusy(true);
    try {
      const { message } = await call(requestStockMail, { body: { productId, email: field.value } });
      setError(undefined);
      setSaved(message);
    } catch (failure) {
      setError(getRefusalMessage(failure, backInStockMessages.notSaved));
      field.focus();
    } finally {
      setIsBusy(false);
    }
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = findField(event.currentTarget);
    if (!isBusy && field) void send(field);
  };
  return { busy: isBusy, saved, error, typed: failed?.values["email"], onSubmit };
}
