import { Icon } from "../../icons/icon.tsx";
import { homesTexts } from "../../texts/homes.ts";
import { groupFeatures } from "./feature-groups.ts";

/** What the home has, in groups. */
export function Features({ features }: { features: readonly string[] }) {
  return (
    <section class="listing-section" aria-labelledby="features-title">
      <h2 id="features-title">{homesTexts.featuresTitle}</h2>
      <div class="feature-groups">
        {groupFeatures(features).map(({ name, features: ofGroup }) => (
          <div key={name}>
            <h3>{homesTexts.featureGroups[name]}</h3>
            <ul>
              {ofGroup.map((feature) => (
                <li key={feature}>
                  <Icon name="check" />
                  <bdi>{feature}</bdi>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
