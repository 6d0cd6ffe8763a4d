import { requiredPart } from "#client/required-part.tsx";
import { SkeletonFields } from "#ui/skeleton.tsx";
import { ProfilePart } from "../account/profile-part.tsx";
import { SideMenu } from "../shell/side-menu.tsx";

const OwnProfile = requiredPart(async () => (await import("../account/own-profile.tsx")).OwnProfile);

export const head = () => ({ title: "Your profile" });

export const Component = () => (
  <SideMenu
    crumbs={[{ label: "Profile" }]}
    title="Your profile"
    without="This page needs JavaScript to show your profile."
    loading={<Waiting />}
    signIn={{
      title: "Please log in to see your profile.",
      text: "Manage your name, password, devices and data.",
    }}
  >
    {(user) => <OwnProfile key={user._id} user={user} loading={<Waiting />} />}
  </SideMenu>
);

const Waiting = () => (
  <div aria-busy="true">
    <ProfilePart title="Your details">
      <SkeletonFields count={4} />
    </ProfilePart>
  </div>
);
