import type { ReactNode } from "react";
import { Queries } from "#client/queries.tsx";
import { links } from "#contract/links.ts";
import { ActivityList } from "#shop/accounts/web/activity-list.tsx";
import { PasswordForm } from "#shop/accounts/web/password-form.tsx";
import { ProfileForm } from "#shop/accounts/web/profile-form.tsx";
import { logOutNow, useSession } from "#shop/accounts/web/session.ts";
import { SessionList, useRefetchSessions } from "#shop/accounts/web/session-list.tsx";
import type { User } from "#shop/accounts/user.ts";
import { NewsletterSetting } from "#shop/contact/web/newsletter-setting.tsx";
import { YourData } from "#shop/privacy/web/your-data.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { SideMenu } from "../shell/side-menu.tsx";
import { SignInFirst } from "../shell/sign-in-first.tsx";
import { UntilKnown } from "../shell/without-scripts.tsx";
import styles from "./profile.module.css";

export const head = () => ({ title: "Your profile", canonical: links.profile, noindex: true });

/** The customer's page with details, password, devices and stored data. */
const ProfilePage = () => (
  <Queries>
    <SideMenu crumbs={[{ label: "Profile" }]} title="Your profile">
      <OwnProfile />
    </SideMenu>
  </Queries>
);

function OwnProfile() {
  const { user, known } = useSession();
  if (!known)
    return (
      <UntilKnown without="Your profile needs JavaScript.">
        <Waiting />
      </UntilKnown>
    );
  if (user === null)
    return (
      <SignInFirst
        title="Please log in to see your profile."
        text="Manage your name, password, devices and data."
      />
    );
  return <Profile key={user._id} user={user} />;
}

function Profile({ user }: { user: User }) {
  const refetchSessions = useRefetchSessions();
  return (
    <div>
      <Part title="Your details">
        <ProfileForm user={user} />
      </Part>
      <Part title="Password">
        <PasswordForm onChanged={refetchSessions} />
      </Part>
      <Part title="Your devices">
        <SessionList />
      </Part>
      <Part title="Recent activity">
        <ActivityList />
      </Part>
      <Part title="News from the workshop">
        <NewsletterSetting />
      </Part>
      <Part title="Your data">
        <YourData onDeleted={() => void logOutNow()} />
      </Part>
    </div>
  );
}

/** The placeholder of the first form, as tall as the first screen. */
const Waiting = () => (
  <div aria-busy="true">
    <Part title="Your details">
      <div className={styles.waiting}>
        {[1, 2, 3, 4].map((field) => (
          <Skeleton key={field} shape="block" className={styles.waitingField} />
        ))}
      </div>
    </Part>
  </div>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h2>{title}</h2>
    <div className={styles.content}>{children}</div>
  </section>
);

export { ProfilePage as Component };
