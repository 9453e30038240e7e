/**
 * Every route and the lowest role that may call it; where two are given, the second applies in a protected environment. Written by hand
 * from the specification, not from the code.
 */
export const roleTable = `
POST   /session                                                                                anyone
GET    /session                                                                                signed-in
DELETE /session                                                                                anyone
GET    /session/options                                                                        anyone
GET    /session/oidc                                                                           anyone
GET    /session/oidc/callback                                                                  anyone
POST   /accounts                                                                               anyone
PATCH  /account                                                                                person
POST   /account/password                                                                       person
GET    /account/sessions                                                                       person
DELETE /account/sessions                                                                       person
DELETE /account/sessions/{id}                                                                  person
GET    /invitations/{token}                                                                    anyone
POST   /invitations/{token}                                                                    anyone
GET    /password-resets/{token}                                                                anyone
POST   /password-resets/{token}                                                                anyone
GET    /organisations                                                                          signed-in
GET    /webhook-event-kinds                                                                    signed-in
POST   /organisations                                                                          person
GET    /organisations/{org}                                                                    viewer
PATCH  /organisations/{org}                                                                    admin
GET    /organisations/{org}/usage                                                              viewer
GET    /organisations/{org}/usage/history                                                      viewer
GET    /organisations/{org}/search                                                             viewer
GET    /organisations/{org}/changes                                                            viewer
GET    /organisations/{org}/members                                                            viewer
POST   /organisations/{org}/members                                                            admin
PATCH  /organisations/{org}/members/{email}                                                    admin
DELETE /organisations/{org}/members/{email}                                                    admin
GET    /organisations/{org}/api-tokens                                                         viewer
POST   /organisations/{org}/api-tokens                                                         admin
DELETE /organisations/{org}/api-tokens/{id}                                                    admin
GET    /organisations/{org}/audit-log                                                          viewer
GET    /organisations/{org}/audit-log/{id}                                                     viewer
GET    /organisations/{org}/audit-log/{id}/comments                                            viewer
POST   /organisations/{org}/audit-log/{id}/comments                                            viewer
PATCH  /organisations/{org}/audit-log/{id}/comments/{comment}                                  viewer
DELETE /organisations/{org}/audit-log/{id}/comments/{comment}                                  viewer
POST   /organisations/{org}/audit-log/{id}/revert                                              member
GET    /organisations/{org}/webhook-endpoints                                                  viewer
POST   /organisations/{org}/webhook-endpoints                                                  admin
GET    /organisations/{org}/webhook-endpoints/{id}                                             viewer
PATCH  /organisations/{org}/webhook-endpoints/{id}                                             admin
DELETE /organisations/{org}/webhook-endpoints/{id}                                             admin
POST   /organisations/{org}/webhook-endpoints/{id}/rotate-secret                               admin
POST   /organisations/{org}/webhook-endpoints/{id}/test                                        admin
GET    /organisations/{org}/webhook-endpoints/{id}/activity                                    viewer
GET    /organisations/{org}/webhook-endpoints/{id}/deliveries                                  viewer
POST   /organisations/{org}/webhook-endpoints/{id}/deliveries/redeliver                        admin
GET    /organisations/{org}/webhook-endpoints/{id}/deliveries/{delivery}                       viewer
POST   /organisations/{org}/webhook-endpoints/{id}/deliveries/{delivery}/redeliver             admin

GET    /organisations/{org}/projects                                                           viewer
POST   /organisations/{org}/projects                                                           admin
GET    /organisations/{org}/projects/{project}                                                 viewer
PATCH  /organisations/{org}/projects/{project}                                                 admin
DELETE /organisations/{org}/projects/{project}                                                 admin
GET    /organisations/{org}/projects/{project}/export                                          viewer
POST   /organisations/{org}/projects/{project}/import                                          admin
GET    /organisations/{org}/projects/{project}/change-requests                                 viewer
POST   /organisations/{org}/projects/{project}/change-requests                                 member
GET    /organisations/{org}/projects/{project}/change-requests/{number}                        viewer
PATCH  /organisations/{org}/projects/{project}/change-requests/{number}                        member
POST   /organisations/{org}/projects/{project}/change-requests/{number}/preview                viewer
POST   /organisations/{org}/projects/{project}/change-requests/{number}/verdicts               viewer
POST   /organisations/{org}/projects/{project}/change-requests/{number}/rebase                 member
POST   /organisations/{org}/projects/{project}/change-requests/{number}/apply                  member
POST   /organisations/{org}/projects/{project}/change-requests/{number}/close                  member
POST   /organisations/{org}/projects/{project}/change-requests/{number}/reopen                 member
POST   /organisations/{org}/projects/{project}/change-requests/{number}/take-over              member
GET    /organisations/{org}/projects/{project}/change-requests/{number}/comments               viewer
POST   /organisations/{org}/projects/{project}/change-requests/{number}/comments               viewer
PATCH  /organisations/{org}/projects/{project}/change-requests/{number}/comments/{comment}     viewer
DELETE /organisations/{org}/projects/{project}/change-requests/{number}/comments/{comment}     viewer
GET    /organisations/{org}/projects/{project}/repositories                                    viewer
DELETE /organisations/{org}/projects/{project}/repositories/{id}                               admin
GET    /organisations/{org}/projects/{project}/repositories/{id}/unknown-keys                  viewer
GET    /organisations/{org}/projects/{project}/code-references                                 viewer
GET    /organisations/{org}/projects/{project}/unreferenced-variables                          viewer
GET    /organisations/{org}/projects/{project}/environments                                    viewer
POST   /organisations/{org}/projects/{project}/environments                                    admin
GET    /organisations/{org}/projects/{project}/environments/{env}                              viewer
PATCH  /organisations/{org}/projects/{project}/environments/{env}                              admin
DELETE /organisations/{org}/projects/{project}/environments/{env}                              admin
GET    /organisations/{org}/projects/{project}/environments/{env}/api-keys                     viewer
POST   /organisations/{org}/projects/{project}/environments/{env}/api-keys                     admin
PATCH  /organisations/{org}/projects/{project}/environments/{env}/api-keys/{id}                admin
DELETE /organisations/{org}/projects/{project}/environments/{env}/api-keys/{id}                admin
POST   /organisations/{org}/projects/{project}/environments/{env}/signing-secret               admin
GET    /organisations/{org}/projects/{project}/environments/{env}/usage                       viewer
POST   /organisations/{org}/projects/{project}/environments/{env}/explain                      viewer
POST   /organisations/{org}/projects/{project}/environments/{env}/preview                     viewer
POST   /organisations/{org}/projects/{project}/features/{feature}/merge                       viewer
POST   /organisations/{org}/projects/{project}/features/{feature}/environments/{env}/merge    viewer
POST   /organisations/{org}/projects/{project}/segments/{segment}/merge                       viewer
GET    /organisations/{org}/projects/{project}/environments/{env}/events/names                 viewer
GET    /organisations/{org}/projects/{project}/environments/{env}/events/summary               viewer
GET    /organisations/{org}/projects/{project}/environments/{env}/events/results               viewer
GET    /organisations/{org}/projects/{project}/environments/{env}/evaluations                  viewer
GET    /organisations/{org}/projects/{project}/environments/{env}/unknown-keys                 viewer
GET    /organisations/{org}/projects/{project}/segments                                        viewer
POST   /organisations/{org}/projects/{project}/segments                                        member
GET    /organisations/{org}/projects/{project}/segments/{segment}                              viewer
PUT    /organisations/{org}/projects/{project}/segments/{segment}                              member
DELETE /organisations/{org}/projects/{project}/segments/{segment}                              member
GET    /organisations/{org}/projects/{project}/segments/{segment}/uses                         viewer
GET    /organisations/{org}/projects/{project}/environments/{env}/overrides                    viewer
GET    /organisations/{org}/projects/{project}/served                                          viewer
GET    /organisations/{org}/projects/{project}/features                                        viewer
POST   /organisations/{org}/projects/{project}/features                                        member
POST   /organisations/{org}/projects/{project}/features/bulk                                   member
GET    /organisations/{org}/projects/{project}/features/{feature}                              viewer
PUT    /organisations/{org}/projects/{project}/features/{feature}                              member
PATCH  /organisations/{org}/projects/{project}/features/{feature}                              member
DELETE /organisations/{org}/projects/{project}/features/{feature}                              member
GET    /organisations/{org}/projects/{project}/features/{feature}/code-references              viewer
GET    /organisations/{org}/projects/{project}/features/{feature}/evaluations                  viewer
GET    /organisations/{org}/projects/{project}/features/{feature}/advice                       viewer
GET    /organisations/{org}/projects/{project}/features/{feature}/uses                         viewer
GET    /organisations/{org}/projects/{project}/advice                                          viewer
POST   /organisations/{org}/projects/{project}/features/{feature}/variables                    member
PATCH  /organisations/{org}/projects/{project}/features/{feature}/variables/{variable}         member
DELETE /organisations/{org}/projects/{project}/features/{feature}/variables/{variable}         member
POST   /organisations/{org}/projects/{project}/features/{feature}/variations                   member
PATCH  /organisations/{org}/projects/{project}/features/{feature}/variations/{variation}       member
DELETE /organisations/{org}/projects/{project}/features/{feature}/variations/{variation}       member
POST   /organisations/{org}/projects/{project}/features/{feature}/copy-environment             member
GET    /organisations/{org}/projects/{project}/features/{feature}/environments/{env}           viewer
PUT    /organisations/{org}/projects/{project}/features/{feature}/environments/{env}                          member admin
PUT    /organisations/{org}/projects/{project}/features/{feature}/environments/{env}/targeting                member admin
PATCH  /organisations/{org}/projects/{project}/features/{feature}/environments/{env}/targeting                member admin
DELETE /organisations/{org}/projects/{project}/features/{feature}/environments/{env}/targeting                member admin
PUT    /organisations/{org}/projects/{project}/features/{feature}/environments/{env}/everyone                 member admin
DELETE /organisations/{org}/projects/{project}/features/{feature}/environments/{env}/everyone                 member admin
PUT    /organisations/{org}/projects/{project}/features/{feature}/environments/{env}/defaults                 member admin
POST   /organisations/{org}/projects/{project}/features/{feature}/environments/{env}/restore                  member admin
GET    /organisations/{org}/projects/{project}/features/{feature}/environments/{env}/overrides                viewer
PUT    /organisations/{org}/projects/{project}/features/{feature}/environments/{env}/overrides                member admin
PUT    /organisations/{org}/projects/{project}/features/{feature}/environments/{env}/overrides/{user_id}      member admin
DELETE /organisations/{org}/projects/{project}/features/{feature}/environments/{env}/overrides/{user_id}      member admin

GET    /staff/organisations                                                                    staff
POST   /staff/organisations                                                                    staff
GET    /staff/organisations/{org}                                                              staff
PATCH  /staff/organisations/{org}                                                              staff
POST   /staff/organisations/{org}/forget-users                                                 staff
POST   /staff/password-resets                                                                  staff
`;
