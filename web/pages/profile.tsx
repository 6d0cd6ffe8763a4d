import { requiredPart } from "#client/required-part.tsx";
import { links } from "#contract/links.ts";
import { useSession } from "#shop/accounts/web/session.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { ProfilePart } from "../account/profile-part.tsx";
import { SideMenu } from "../shell/side-menu.tsx";
import { SignInFirst } from "../shell/sign-in-first.tsx";
import { UntilKnown } from "../shell/without-scripts.tsx";
import styles from "./profile.module.css";

const OwnProfile = requiredPart(async () => (await import("../account/own-profile.tsx")).OwnProfile);

export const head = () => ({ title: "Your profile", canonical: links.profile, noindex: true });

const ProfilePage = () => (
  <SideMenu crumbs={[{ label: "Profile" }]} title="Your profile">
    <Profile />
  </SideMenu>
);

function Profile() {
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
  return <OwnProfile key={user._id} user={user} loading={<Waiting />} />;
}

/** The placeholder of the first form, as tall as the first screen. */
const Waiting = () => (
  <div aria-busy="true" className={styles.page}>
    <ProfilePart title="Your details">
      <div className={styles.waiting}>
        {[1, 2, 3, 4].map((field) => (
          <Skeleton key={field} shape="block" className={styles.waitingField} />
        ))}
      </div>
    </ProfilePart>
  </div>
);

export { ProfilePage as Component };
