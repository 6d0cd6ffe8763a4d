import { useState } from "react";
import { call } from "#client/api.ts";
import { useForm } from "#client/form.ts";
import { saveFile } from "#client/save-file.ts";
import { toastFailure, useTask } from "#client/use-task.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useShopName } from "#ui/logo.tsx";
import { FormFailure } from "#ui/notice.tsx";
import { toastSuccess } from "#ui/toast.ts";
import { CurrentPasswordField } from "#shop/accounts/web/account-fields.tsx";
import { deleteAccount, downloadData } from "../endpoints.ts";
import { deletion, privacyMessages } from "../privacy.ts";
import styles from "./your-data.module.css";

export function YourData({ onDeleted }: { onDeleted: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="stack gap-4 measure soft">
      <p>
        Everything we know about you, in one file: your details, addresses, orders, bag, reviews, testimonials
        and newsletter.
      </p>
      <Download />
      <p>{privacyMessages.short}</p>
      <div>
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          Delete my account
        </Button>
      </div>
      <Dialog title="Delete your account?" open={isAsking} onClose={() => setIsAsking(false)}>
        <DeletionForm onCancel={() => setIsAsking(false)} onDeleted={onDeleted} />
      </Dialog>
    </div>
  );
}

function Download() {
  const shop = useShopName();
  const { busy, run } = useTask();
  const download = () =>
    run("download", privacyMessages.downloadFailed, async () => {
      const json = JSON.stringify(await call(downloadData, {}), null, 2);
      const name = `${shop.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}-my-data.json`;
      saveFile(new Blob([json], { type: "application/json" }), name);
    });
  return (
    <div>
      <Button variant="secondary" busy={busy !== null} onClick={() => void download()}>
        Download my data
      </Button>
    </div>
  );
}

function DeletionForm({ onCancel, onDeleted }: { onCancel: () => void; onDeleted: () => void }) {
  const form = useForm({
    schema: deletion,
    send: async (values) => {
      toastSuccess((await call(deleteAccount, { body: values })).message);
      onDeleted();
    },
    failed: (cause) => toastFailure(cause, privacyMessages.deleteFailed),
  });
  return (
    <form {...form.props} className="stack gap-4 measure soft">
      <p>{privacyMessages.deletedData}</p>
      <p>{privacyMessages.keptData}</p>
      <p>
        <strong>This cannot be undone.</strong> Please enter your password to confirm.
      </p>
      <CurrentPasswordField label="Password" {...form.field("password")} />
      <FormFailure text={form.failure} />
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onCancel}>
          Keep my account
        </Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          Delete account
        </Button>
      </div>
    </form>
  );
}
